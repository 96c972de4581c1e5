//! The page that `--report` writes: whole, safe, readable by whoever looks or listens, and the same each time.

mod common;

use common::whole;
use kiothi::analyse::sweep::{Plan, Settings};
use kiothi::experiment::{Experiment, Length};
use kiothi::report::page::{Games, Page};
use kiothi::rules::{Memory, Variant, load, load_answering};
use kiothi::simulate::Watch;
use scraper::{ElementRef, Html, Node, Selector};
use std::collections::HashSet;
use std::process::Command;

/// A game of four pits a side; what it is called, and who says that all is lifted.
fn game(title: &str, lift: &str) -> String {
    format!(
        "language 1\ngame {title}\nboard {{ rows 2; pits 4 called \"hole\" }}\n\
         source old {{ title \"An old book\"; language \"hi\" }}\n\
         source new {{ title \"A new book\"; language \"in English\" }}\n\
         setup {{ place 3 seeds in each own pit @old }}\n\
         turn {{ from an occupied own pit @old \"सब\" @new \"all\"; {lift}; sow counterclockwise @assumed \"so it is\"; \
         pass over origin }}\n\
         lap ends {{ capture \"over there\" when last pit is own and opposite pit is occupied\n\
         {{ take opposite pit, last pit }} @new @unclear \"it may be the other\"\nstop }}"
    )
}

fn variants(files: [(&str, String); 2]) -> Vec<Variant> {
    let paths = files.clone().map(|(path, _)| path.to_owned());
    let files = Memory::from(files);
    paths.iter().map(|path| whole(load(path, &files))).collect()
}

/// The page of a comparison.
fn page(variants: Vec<Variant>) -> String {
    let experiment = Experiment {
        length: Length::Games(200),
        ..Experiment::of(variants)
    };
    let watch = Watch::default();
    let comparison = experiment.compare(None, &watch);
    let results = &comparison.results.results;
    let wear = experiment.wear(results, &watch);
    let partings = experiment.partings(results, &watch);
    let command = "kiothi compare games --report page.html".to_owned();
    let games = Games {
        experiment: &experiment,
        results,
        measures: &comparison.measures,
        wear: &wear,
        partings: &partings,
    };
    Page::of_games(command, games).html()
}

fn plain() -> String {
    page(variants([
        ("games/one.mancala", game("\"One\"", "lift any number @new")),
        ("games/two.mancala", game("\"Two\"", "lift all")),
    ]))
}

/// The page of files in which everything that can be named is named to do harm.
fn harmful() -> String {
    let evil = "\"<script>alert('x')</script> & <b onclick=x>\"";
    let text = game(evil, &format!("lift any number @new {evil}"))
        .replace("\"over there\"", evil)
        .replace("\"An old book\"", evil)
        .replace("\"so it is\"", evil)
        .replace("\"hole\"", "\"<i>hole</i>\"");
    page(variants([
        ("games/\"><img src=x>.mancala", text.clone()),
        (
            "games/#000102\u{7}<svg onload=x>.mancala",
            text.replace("lift any number", "lift all"),
        ),
    ]))
}

fn all<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

fn text(element: ElementRef<'_>) -> String {
    let text = element.text().collect::<Vec<_>>().join(" ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A game that asks how many seeds are lifted, and one that answers otherwise.
fn asking() -> [(&'static str, String); 2] {
    let asks = "question lift \"How many <b>seeds</b> are lifted?\" {\n\
         choice all \"all of them\" @old \"सब\" { turn { lift all } }\n\
         choice some \"as many as one likes\" @assumed \"nobody says so\" { turn { lift any number } }\n}\n\
         answer lift: all";
    [
        ("one.mancala", game("\"One\"", "") + "\n" + asks),
        (
            "two.mancala",
            "language 1\ngame \"Two\"\nextends \"one.mancala\"\nanswer lift: some".to_owned(),
        ),
    ]
}

/// The page of a sweep.
fn effects() -> String {
    let files = Memory::from(asking());
    let load = |answers: &[(String, String)]| {
        let loading = load_answering("one.mancala", &files, answers);
        loading.variant.ok_or_else(String::new)
    };
    let variant = load(&[]).unwrap();
    let plan = Plan::new(&variant, &[0], load).unwrap();
    let settings = Settings {
        games: Some(200),
        bites: 20,
        ..Settings::default()
    };
    let sweep = plan.play(settings, &Watch::default()).unwrap();
    let command = "kiothi sweep one.mancala --report page.html".to_owned();
    Page::of_effects(command, &variant, &sweep).html()
}

#[test]
fn a_page_shows_where_variants_part() {
    let source = plain();
    let html = Html::parse_document(&source);
    let parting = all(&html, "#partings details")[0];
    let told = text(parting);
    assert!(told.starts_with("two 100.0 % of games"), "{told}");
    assert!(told.contains("not legal, by the rule “lift all”"), "{told}");
    // The position is shown, and can be asked about.
    assert_eq!(all(&html, "#partings .board").len(), 1);
    assert!(told.contains("--position : board "), "{told}");

    // Nothing is looked for where the rules are the same, or no position is one of both.
    let lift = || game("\"One\"", "lift all");
    for other in [lift(), lift().replace("pits 4", "pits 5")] {
        let source = page(variants([("one.mancala", lift()), ("two.mancala", other)]));
        assert!(all(&Html::parse_document(&source), "#partings").is_empty());
    }
}

#[test]
fn a_page_of_effects_tells_which_answers_matter() {
    let source = effects();
    let page = Html::parse_document(&source);
    let answer = text(all(&page, "#ranking li li")[0]);
    assert!(
        answer.starts_with("as many as one likes : some rather than all: turns "),
        "{answer}"
    );
    // An answer is told the same way in the figure, in its text alternative and in the table.
    let choices = text(all(&page, "#effect-branching-says")[0]);
    let in_table = all(&page, "#effects tbody tr").into_iter().map(text);
    let row = in_table.last().unwrap();
    let (_, found) = choices.split_once("lift: some: ").unwrap();
    assert!(row.starts_with("lift: some "), "{row}");
    assert!(
        row.contains(found.trim_end_matches('.')),
        "{row} has no {found}"
    );
    assert!(!all(&page, "#questions q[lang=hi]").is_empty());
}

#[test]
fn the_page_is_well_formed_and_its_links_lead_somewhere() {
    assert!(
        !Html::parse_document("<!DOCTYPE html><p></div>")
            .errors
            .is_empty()
    );
    for page in [plain(), harmful(), effects()] {
        let page = Html::parse_document(&page);
        assert!(page.errors.is_empty(), "{:?}", page.errors);
        let mut ids = HashSet::new();
        for element in all(&page, "[id]") {
            let id = element.attr("id").unwrap();
            assert!(ids.insert(id), "{id} stands twice");
        }
        for link in all(&page, "a") {
            let target = link.attr("href").unwrap();
            assert!(
                target.strip_prefix('#').is_some_and(|id| ids.contains(id)),
                "{target}"
            );
        }
    }
}

#[test]
fn whatever_a_file_says_is_only_text() {
    let source = harmful();
    assert!(!source.contains('\u{7}'));
    let page = Html::parse_document(&source);
    for element in ["script", "img", "i", "svg svg", "[onclick]", "[onload]"] {
        assert!(all(&page, element).is_empty(), "{element}");
    }
    let words = text(page.root_element());
    for said in [
        "<script>alert('x')</script> & <b onclick=x>",
        "\"><img src=x>",
        "<i>hole</i>",
    ] {
        assert!(words.contains(said), "{said}");
    }
    let quotes: Vec<String> = all(&page, "q").into_iter().map(text).collect();
    assert!(quotes.contains(&"<script>alert('x')</script> & <b onclick=x>".to_owned()));
}

#[test]
fn nothing_is_fetched() {
    let source = plain();
    for word in ["http:", "https:", "url(", "@import", "src=", "//"] {
        assert!(!source.contains(word), "{word}");
    }
    let page = Html::parse_document(&source);
    for element in [
        "script",
        "link",
        "img",
        "iframe",
        "object",
        "embed",
        "use",
        "base",
        "meta[http-equiv]",
    ] {
        assert!(all(&page, element).is_empty(), "{element}");
    }
}

#[test]
fn every_figure_can_be_heard_as_well_as_seen() {
    let source = plain();
    let page = Html::parse_document(&source);
    let figures = all(&page, "svg");
    // Six measures, their differences but that of the bonuses, which neither game has, two distributions and four boards of each variant.
    assert_eq!(figures.len(), 6 + 5 + 2 * 2 + 2 * 4);
    for svg in figures {
        assert_eq!(svg.attr("role"), Some("img"));
        for id in svg.attr("aria-labelledby").unwrap().split(' ') {
            let words = all(&page, &format!("[id='{id}']"));
            assert!(words.len() == 1 && !text(words[0]).is_empty(), "{id}");
        }
        let figure = ElementRef::wrap(svg.parent().unwrap()).unwrap();
        assert_eq!(figure.value().name(), "figure");
        let captions = figure
            .select(&Selector::parse("figcaption").unwrap())
            .count();
        assert_eq!(captions, 1);
    }
    // The numbers that dots and bars stand for are in the text alternative.
    let says = text(all(&page, "#outcome-south-says")[0]);
    assert!(
        says.starts_with("per cent. one: ") && says.contains(" ± "),
        "{says}"
    );
}

#[test]
fn every_pit_of_a_board_of_four_rows_is_drawn_once() {
    let loading = load("variants/family/moruba.mancala", &common::Disk);
    let variant = loading.variant.unwrap();
    let source = page(vec![variant]);
    let page = Html::parse_document(&source);
    let says = text(all(&page, "#wear-1-1-says")[0]);
    let mut names: Vec<char> = says
        .trim_start_matches("Times a game: ")
        .split(", ")
        .filter_map(|pit| pit.chars().next())
        .collect();
    // From North's outer row down, as South sees it.
    assert!(says.starts_with("Times a game: L "), "{says}");
    names.sort_unstable();
    assert_eq!(names, ('A'..='X').chain('a'..='x').collect::<Vec<_>>());
}

#[test]
fn every_number_in_a_table_has_its_headings() {
    let source = plain() + &effects();
    let page = Html::parse_document(&source);
    assert!(all(&page, "th:not([scope])").is_empty());
    for row in all(&page, "tbody tr") {
        let first = row.child_elements().next().unwrap();
        assert_eq!(first.attr("scope"), Some("row"), "{}", row.html());
    }
    for table in all(&page, ".scroll > :not(.board)") {
        assert_eq!(table.value().name(), "table");
    }
}

#[test]
fn a_quotation_carries_the_language_of_its_source() {
    let source = plain();
    let page = Html::parse_document(&source);
    let quotes = all(&page, "q");
    let of = |words: &str| quotes.iter().find(|quote| text(**quote) == words).unwrap();
    assert_eq!(of("सब").attr("lang"), Some("hi"));
    assert_eq!(of("सब").attr("dir"), Some("auto"));
    // What is no tag of a language is not passed off as one.
    assert_eq!(of("all").attr("lang"), None);
}

#[test]
fn a_question_is_told_with_what_each_variant_answers() {
    let source = page(variants(asking()));
    let page = Html::parse_document(&source);
    let row = all(&page, "#questions .matrix tbody tr")[0];
    // The second is only assumed.
    assert_eq!(text(row), "How many <b>seeds</b> are lifted? A B *");
    let said: Vec<String> = all(&page, "#question-1 .value")
        .into_iter()
        .map(text)
        .collect();
    assert_eq!(
        said,
        [
            "A all of them in one told by old सब",
            "B as many as one likes in two assumed : nobody says so"
        ]
    );
    // Each rule leads to the question that it answers.
    let links = all(&page, "#rules a[href='#question-1']");
    assert_eq!(links.len(), 2);
    assert!(page.errors.is_empty());
}

#[test]
fn the_same_results_give_the_same_page() {
    assert_eq!(plain(), plain());
}

#[test]
fn the_page_does_not_depend_on_the_number_of_threads() {
    let path = format!("{}/threads.html", env!("CARGO_TARGET_TMPDIR"));
    let written = |threads: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_kiothi"))
            .args([
                "compare",
                "variants/kiothi/hindi.mancala",
                "variants/kiothi/filipino.mancala",
            ])
            .args(["--games", "600", "--threads", threads, "--report", &path])
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let page = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        page
    };
    let page = written("1");
    assert!(page.contains("--games 600 --report "));
    assert!(page == written("3"));
}

/// The lightness of a colour like `#8c3b14`, as WCAG 2 defines it.
fn luminance(colour: &str) -> f64 {
    let part = |at: usize| {
        let value = u8::from_str_radix(&colour[at..at + 2], 16).unwrap();
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

#[test]
fn letters_stand_out_from_what_they_stand_on() {
    let style = include_str!("../src/report/page/style.css");
    let themes: Vec<&str> = style.split(":root {").skip(1).collect();
    assert_eq!(themes.len(), 3, "light, dark, print");
    for theme in themes {
        let theme = theme.split('}').next().unwrap();
        let colour = |name: &str| {
            let at = theme.find(&format!("--{name}: #"))?;
            let value = theme[at..].split(": ").nth(1)?.split(';').next()?;
            let long: String = match value.len() {
                4 => "#".to_owned() + &value[1..].chars().flat_map(|c| [c, c]).collect::<String>(),
                _ => value.to_owned(),
            };
            Some(luminance(&long))
        };
        for letters in ["ink", "quiet", "link", "other", "mark"] {
            for ground in ["paper", "tint"] {
                let (one, two) = (colour(letters).unwrap(), colour(ground).unwrap());
                let contrast = (one.max(two) + 0.05) / (one.min(two) + 0.05);
                assert!(contrast >= 4.5, "{letters} on {ground}: {contrast:.2}");
            }
        }
        for ground in ["b", "c", "d", "e", "area"] {
            let (one, two) = (colour("ink").unwrap(), colour(ground).unwrap());
            let contrast = (one.max(two) + 0.05) / (one.min(two) + 0.05);
            assert!(contrast >= 4.5, "ink on {ground}: {contrast:.2}");
        }
    }
}

/// What a reader reads, a line for each block of the page.
fn words(page: &Html) -> String {
    fn go(element: ElementRef<'_>, lines: &mut Vec<String>) {
        for child in element.children() {
            let last = lines.len() - 1;
            if let Node::Text(text) = child.value() {
                lines[last].push_str(&text.replace('\n', " "));
            }
            let Some(child) = ElementRef::wrap(child) else {
                continue;
            };
            match child.value().name() {
                "head" | "text" => continue,
                // The rules of the first; those of the second tell how they are told, and what is other.
                "details" if child.attr("id") == Some("rules-1") => continue,
                "td" | "th" => lines[last].push_str(" | "),
                "h1" => lines.push("# ".to_owned()),
                "h2" => lines.push("## ".to_owned()),
                "h3" => lines.push("### ".to_owned()),
                "h4" => lines.push("#### ".to_owned()),
                "li" => lines.push("- ".to_owned()),
                "p" | "tr" | "caption" | "figcaption" | "title" | "desc" | "summary" | "pre"
                | "dt" | "dd" | "div" => {
                    lines.push(String::new());
                }
                _ => {}
            }
            go(child, lines);
        }
    }
    let mut lines = vec![String::new()];
    go(page.root_element(), &mut lines);
    let lines: Vec<String> = lines
        .iter()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|line| !line.is_empty())
        .collect();
    lines.join("\n")
}

#[test]
fn a_page_in_words() {
    let source = plain();
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("page", words(&Html::parse_document(&source)));
    });
}
