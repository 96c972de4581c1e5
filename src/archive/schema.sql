CREATE TABLE run (
    run          INTEGER PRIMARY KEY,
    ruleset      TEXT    NOT NULL,
    variant      TEXT    NOT NULL,
    title        TEXT    NOT NULL,
    rules        TEXT    NOT NULL,
    lap_rules    TEXT    NOT NULL,
    seeds        INTEGER NOT NULL,
    player_south TEXT    NOT NULL,
    player_north TEXT    NOT NULL,
    seed         INTEGER NOT NULL,
    max_turns    INTEGER NOT NULL,
    max_laps     INTEGER,
    rng          TEXT    NOT NULL,
    engine       TEXT    NOT NULL
);

CREATE UNIQUE INDEX identity ON run (
    ruleset, lap_rules, player_south, player_north, seed, max_turns, ifnull(max_laps, -1), rng, engine
);

CREATE TABLE block (
    run               INTEGER NOT NULL REFERENCES run,
    block             INTEGER NOT NULL,
    games             INTEGER NOT NULL,
    south             INTEGER NOT NULL,
    north             INTEGER NOT NULL,
    drawn             INTEGER NOT NULL,
    unfinished        INTEGER NOT NULL,
    ended_no_move     INTEGER NOT NULL,
    ended_condition   INTEGER NOT NULL,
    ended_endless     INTEGER NOT NULL,
    ended_long_relay  INTEGER NOT NULL,
    ended_repetition  INTEGER NOT NULL,
    ended_turn_limit  INTEGER NOT NULL,
    sowings           INTEGER NOT NULL,
    laps              INTEGER NOT NULL,
    longest_relay     INTEGER NOT NULL,
    choices           INTEGER NOT NULL,
    counted_south     INTEGER NOT NULL,
    counted_north     INTEGER NOT NULL,
    won_by_two        INTEGER NOT NULL,
    turns             TEXT    NOT NULL,
    leads             TEXT    NOT NULL,
    applied           TEXT    NOT NULL,
    PRIMARY KEY (run, block)
);

-- The sums have no type: one beyond 64 bits is kept as text.
CREATE TABLE paired (
    run       INTEGER NOT NULL REFERENCES run,
    reference INTEGER NOT NULL REFERENCES run,
    block     INTEGER NOT NULL,
    measure   TEXT    NOT NULL,
    games     INTEGER NOT NULL,
    x, b, xx, xb, bb, xy, xc, yb, bc,
    PRIMARY KEY (run, reference, block, measure)
) WITHOUT ROWID;

CREATE VIEW outcome AS
    SELECT run, variant, ruleset, player_south, player_north, seed, max_turns,
           sum(games) AS games, sum(south) AS south, sum(north) AS north, sum(drawn) AS drawn,
           sum(unfinished) AS unfinished
    FROM run JOIN block USING (run)
    GROUP BY run;

CREATE VIEW difference AS
    WITH sums AS (
        SELECT run, reference, measure, sum(games) AS games, 1.0 * sum(x) / sum(b) AS value,
               1.0 * sum(b) AS b, 1.0 * sum(xx) AS xx, 1.0 * sum(xb) AS xb, 1.0 * sum(bb) AS bb,
               1.0 * sum(xy) AS xy, 1.0 * sum(xc) AS xc, 1.0 * sum(yb) AS yb, 1.0 * sum(bc) AS bc
        FROM paired
        GROUP BY run, reference, measure
        HAVING sum(b) <> 0
    )
    SELECT this.run, this.reference, this.measure, this.games, this.value,
           that.value AS reference_value, this.value - that.value AS difference,
           1.0 * this.games / (this.games - 1) * (
               (this.xx - 2 * this.value * this.xb + this.value * this.value * this.bb)
                   / (this.b * this.b)
               + (that.xx - 2 * that.value * that.xb + that.value * that.value * that.bb)
                   / (that.b * that.b)
               - 2 * (this.xy - this.value * this.yb - that.value * this.xc
                      + this.value * that.value * this.bc)
                   / (this.b * that.b)
           ) AS variance
    FROM sums AS this
    JOIN sums AS that
        ON that.run = this.reference AND that.reference = this.reference
        AND that.measure = this.measure AND that.games = this.games
    WHERE this.run <> this.reference;
