//! The figures of a page: small panels that are as wide as a telephone, drawn by plotters.
//!
//! A panel is never made narrower than it is drawn, so its letters stay as large as they are; on a wide page
//! several stand side by side. What colours there are come from the page's style sheet, light or dark; nothing
//! is told by colour alone.

use maud::{Markup, PreEscaped, html};
use plotters::coord::Shift;
use plotters::coord::ranged1d::Ranged as _;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::ops::Range;

/// How wide a panel is, in pixels of CSS.
const WIDTH: i32 = 336;
/// Plotters draws at whole points; so many of them are a pixel, so that an interval is as long as it should be.
const FINE: i32 = 4;
/// The size of letters, in pixels.
const LETTERS: f64 = 13.0;
/// The size of the letters at an axis.
const SMALL: f64 = 12.0;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// What a line or a letter is for. The page's style sheet gives it its colour.
#[derive(Clone, Copy)]
enum Ink {
    Text,
    Quiet,
    Grid,
    Mark,
    Area,
    Paper,
    Dashed,
}

impl Ink {
    const ALL: [Ink; 7] = [
        Ink::Text,
        Ink::Quiet,
        Ink::Grid,
        Ink::Mark,
        Ink::Area,
        Ink::Paper,
        Ink::Dashed,
    ];

    /// The colour that stands for it until the drawing is done.
    fn stand_in(self) -> RGBColor {
        RGBColor(self as u8, 1, 2)
    }

    /// What it is in the page.
    fn variable(self) -> &'static str {
        match self {
            Ink::Text => "var(--ink)",
            Ink::Quiet | Ink::Dashed => "var(--quiet)",
            Ink::Grid => "var(--grid)",
            Ink::Mark => "var(--mark)",
            Ink::Area => "var(--area)",
            Ink::Paper => "var(--paper)",
        }
    }

    fn line(self, width: i32) -> ShapeStyle {
        self.stand_in().stroke_width((width * FINE) as u32)
    }

    fn filled(self) -> ShapeStyle {
        self.stand_in().filled()
    }
}

/// A drawing with a text alternative: what it is, and what it shows.
fn panel(id: &str, height: i32, title: &str, says: &str, draw: impl FnOnce(&Area<'_>)) -> Markup {
    let mut svg = String::new();
    {
        let size = ((WIDTH * FINE) as u32, (height * FINE) as u32);
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        draw(&root);
        root.present().expect("memory takes it");
    }
    html! {
        svg .panel viewBox={ "0 0 " (WIDTH * FINE) " " (height * FINE) } width=(WIDTH) height=(height)
            role="img" aria-labelledby={ (id) "-title " (id) "-says" } {
            title id={ (id) "-title" } { (title) }
            desc id={ (id) "-says" } { (says) }
            (PreEscaped(dressed(&svg)))
        }
    }
}

/// What plotters has drawn, without its outer element, in the colours of the page.
fn dressed(svg: &str) -> String {
    let inner = svg.find('>').map_or("", |at| &svg[at + 1..]);
    let mut inner = inner.trim_end().trim_end_matches("</svg>").to_owned();
    // Only whole attributes are replaced: quotation marks in a text are escaped, so that none can look so.
    for ink in Ink::ALL {
        let RGBColor(red, green, blue) = ink.stand_in();
        for attribute in ["fill", "stroke"] {
            let stand_in = format!(" {attribute}=\"#{red:02X}{green:02X}{blue:02X}\"");
            let mut dress = format!(" {attribute}=\"{}\"", ink.variable());
            if matches!(ink, Ink::Dashed) {
                dress.push_str(&format!(" stroke-dasharray=\"{} {}\"", 4 * FINE, 3 * FINE));
            }
            inner = inner.replace(&stand_in, &dress);
        }
    }
    for idle in [" opacity=\"1\"", " font-family=\"sans-serif\""] {
        inner = inner.replace(idle, "");
    }
    inner
}

/// Letters at a place in pixels.
fn write(area: &Area<'_>, text: &str, at: (i32, i32), size: f64, ink: Ink, anchor: Pos) {
    let colour = ink.stand_in();
    let style = TextStyle::from(
        // Plotters writes a font smaller by this.
        ("sans-serif", size * f64::from(FINE) * 1.24).into_font(),
    )
    .color(&colour)
    .pos(anchor);
    let drawn = area.draw(&Text::new(text.to_owned(), at, style));
    drawn.expect("memory takes it");
}

/// A line between places in points.
fn line(area: &Area<'_>, from: (i32, i32), to: (i32, i32), ink: Ink, width: i32) {
    let drawn = area.draw(&PathElement::new([from, to], ink.line(width)));
    drawn.expect("memory takes it");
}

fn at(horizontal: HPos, vertical: VPos) -> Pos {
    Pos::new(horizontal, vertical)
}

/// A text of at most so many letters.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars()
        .take(most.saturating_sub(1))
        .collect::<String>()
        + "…"
}

/// A number at an axis: as many places as the step asks for, a true minus, thousands parted.
fn tick(value: f64, step: f64) -> String {
    let places = (-step.log10().floor()).max(0.0) as usize;
    let text = format!("{:.places$}", value.abs());
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole
        .parse()
        .map_or_else(|_| whole.to_owned(), super::super::thousands);
    let sign = if value < 0.0 && text.chars().any(|c| c.is_ascii_digit() && c != '0') {
        "−"
    } else {
        ""
    };
    match rest {
        "" => format!("{sign}{whole}"),
        rest => format!("{sign}{whole}.{rest}"),
    }
}

/// Round numbers in a range.
fn round_numbers(range: &Range<f64>, most: usize) -> Vec<f64> {
    let axis: plotters::coord::types::RangedCoordf64 = range.clone().into();
    axis.key_points(most)
}

/// Round numbers as they are told at an axis.
fn labelled(numbers: &[f64]) -> Vec<(f64, String)> {
    let step = match numbers {
        [first, second, ..] => second - first,
        _ => 1.0,
    };
    let label = |&value: &f64| (value, tick(value, step));
    numbers.iter().map(label).collect()
}

/// One row of a panel of intervals.
pub(super) struct Interval {
    /// Whose it is.
    pub label: String,
    /// Its numbers in words.
    pub value: String,
    /// What was found.
    pub estimate: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Whether its dot is full; hollow otherwise.
    pub full: bool,
}

/// Intervals one below the other, each with its name and its numbers, over one axis, with a dashed line where they
/// are compared with. What is much too far off for the others to be told apart is told by an arrow.
pub(super) fn intervals(
    id: &str,
    title: &str,
    axis: &str,
    rows: &[Interval],
    line_at: Option<f64>,
) -> Markup {
    const ROW: i32 = 40;
    const BELOW: i32 = 42;
    let (left, right, top) = (8, WIDTH - 8, 6);
    let height = top + ROW * rows.len() as i32 + BELOW;
    let range = common_range(rows, line_at);
    let says = rows
        .iter()
        .map(|row| format!("{}: {}", row.label, row.value.trim()))
        .collect::<Vec<_>>()
        .join("; ");
    panel(id, height, title, &format!("{axis}. {says}."), |area| {
        let bottom = height - BELOW;
        let place = |value: f64| {
            let share = (value - range.start) / (range.end - range.start);
            (f64::from(left * FINE) + share * f64::from((right - left) * FINE)).round() as i32
        };
        let labels = labelled(&round_numbers(&range, 7));
        let grid = (top * FINE, Ink::Grid);
        x_axis(area, &labels, (left, right), bottom, grid, axis, &place);
        if let Some(value) = line_at {
            let x = place(value);
            line(area, (x, top * FINE), (x, bottom * FINE), Ink::Dashed, 1);
        }
        for (number, row) in (0..).zip(rows) {
            let above = (top + ROW * number + 11) * FINE;
            let y = (top + ROW * number + 26) * FINE;
            let room = 46usize.saturating_sub(row.value.chars().count() + 2);
            let name = shortened(&row.label, room);
            let (start, end) = (at(HPos::Left, VPos::Center), at(HPos::Right, VPos::Center));
            write(area, &name, (left * FINE, above), LETTERS, Ink::Text, start);
            write(
                area,
                &row.value,
                (right * FINE, above),
                LETTERS,
                Ink::Text,
                end,
            );
            if row.low > range.end || row.high < range.start {
                let (edge, inner) = if row.low > range.end {
                    (right * FINE, (right - 9) * FINE)
                } else {
                    (left * FINE, (left + 9) * FINE)
                };
                let arrow = [(edge, y), (inner, y - 5 * FINE), (inner, y + 5 * FINE)];
                let drawn = area.draw(&Polygon::new(arrow, Ink::Mark.filled()));
                drawn.expect("memory takes it");
                continue;
            }
            let (low, high) = (
                place(row.low.max(range.start)),
                place(row.high.min(range.end)),
            );
            line(area, (low, y), (high, y), Ink::Mark, 2);
            for end in [low, high] {
                line(area, (end, y - 4 * FINE), (end, y + 4 * FINE), Ink::Mark, 1);
            }
            let dot = place(row.estimate);
            let circle = |size: i32, ink: Ink| {
                let drawn = area.draw(&Circle::new((dot, y), size * FINE, ink.filled()));
                drawn.expect("memory takes it");
            };
            circle(5, Ink::Mark);
            if !row.full {
                circle(3, Ink::Paper);
            }
        }
    })
}

/// How many times farther off than most an interval must be to be left off the scale: so far that the others would be
/// a stroke beside it.
const FAR: f64 = 60.0;

/// The range that shows the intervals, without those that are many times farther off than most.
fn common_range(rows: &[Interval], line_at: Option<f64>) -> Range<f64> {
    let mut estimates: Vec<f64> = rows.iter().map(|row| row.estimate).collect();
    estimates.sort_by(f64::total_cmp);
    let middle =
        line_at.unwrap_or_else(|| estimates.get(estimates.len() / 2).copied().unwrap_or(0.0));
    let off = |row: &Interval| (row.low - middle).abs().max((row.high - middle).abs());
    let mut all: Vec<f64> = rows.iter().map(off).collect();
    all.sort_by(f64::total_cmp);
    let usual = all.get(all.len() / 2).copied().unwrap_or(0.0);
    let most = if usual > 0.0 { FAR * usual } else { f64::MAX };
    let (mut low, mut high) = (middle, middle);
    for row in rows.iter().filter(|row| off(row) <= most) {
        (low, high) = (low.min(row.low), high.max(row.high));
    }
    let room = if high > low { 0.05 * (high - low) } else { 0.5 };
    (low - room)..(high + room)
}

/// An axis below a panel, with its numbers and what it counts below them, and from each number a line that ends at a
/// height. All in pixels, but that height and `place`, which are in points.
fn x_axis(
    area: &Area<'_>,
    labels: &[(f64, String)],
    (left, right): (i32, i32),
    bottom: i32,
    (to, ink): (i32, Ink),
    axis: &str,
    place: &dyn Fn(f64) -> i32,
) {
    let (floor, under) = (bottom * FINE, at(HPos::Center, VPos::Top));
    for (value, label) in labels {
        let x = place(*value);
        line(area, (x, to), (x, floor), ink, 1);
        // A number at the edge stays within the panel.
        let half = (label.chars().count() as i32 * 4 + 1) * FINE;
        let x = x.clamp(half, WIDTH * FINE - half);
        write(area, label, (x, floor + 5 * FINE), SMALL, Ink::Quiet, under);
    }
    line(
        area,
        (left * FINE, floor),
        (right * FINE, floor),
        Ink::Quiet,
        1,
    );
    let middle = (left + right) / 2 * FINE;
    write(
        area,
        axis,
        (middle, floor + 22 * FINE),
        SMALL,
        Ink::Quiet,
        under,
    );
}

/// A bar of a distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bar {
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// The share of the games, from 0 to 1.
    pub share: f64,
    /// How high it is drawn.
    pub height: f64,
}

/// How values are laid along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// Evenly.
    Even,
    /// So that each doubling takes the same room.
    Doubling,
}

impl Scale {
    /// How far along an axis a value is.
    pub(super) fn of(self, value: f64) -> f64 {
        match self {
            Scale::Even => value,
            Scale::Doubling => value.max(f64::MIN_POSITIVE).log2(),
        }
    }
}

/// What the panels of a distribution share.
pub(super) struct Axes<'a> {
    /// What the values count.
    pub values: &'a str,
    /// The least and the most of them.
    pub range: Range<f64>,
    /// How they are laid out.
    pub scale: Scale,
    /// The height at the top.
    pub most: f64,
}

/// A distribution as bars, with a line at a middle value and, dashed, the outline of another to compare it with.
pub(super) fn distribution(
    id: &str,
    title: &str,
    says: &str,
    axes: &Axes<'_>,
    bars: &[Bar],
    middle: (f64, &str),
    outline: Option<&[Bar]>,
) -> Markup {
    const HEIGHT: i32 = 184;
    let (left, right, top, bottom) = (40, WIDTH - 8, 22, HEIGHT - 42);
    let (low, high) = (
        axes.scale.of(axes.range.start),
        axes.scale.of(axes.range.end),
    );
    panel(id, HEIGHT, title, says, |area| {
        let x = |value: f64| {
            let share = (axes.scale.of(value) - low) / (high - low);
            (f64::from(left * FINE) + share * f64::from((right - left) * FINE)).round() as i32
        };
        let y = |share: f64| {
            let part = share / axes.most;
            (f64::from(bottom * FINE) - part * f64::from((bottom - top) * FINE)).round() as i32
        };
        // Percentages up the side.
        let numbers = round_numbers(&(0.0..100.0 * axes.most), 6);
        for (value, label) in labelled(&numbers) {
            let height = y(value / 100.0);
            line(
                area,
                (left * FINE, height),
                (right * FINE, height),
                Ink::Grid,
                1,
            );
            let beside = at(HPos::Right, VPos::Center);
            let label = label + " %";
            write(
                area,
                &label,
                ((left - 4) * FINE, height),
                SMALL,
                Ink::Quiet,
                beside,
            );
        }
        for bar in bars.iter().filter(|bar| bar.height > 0.0) {
            let corners = [(x(bar.from), y(bar.height)), (x(bar.to), bottom * FINE)];
            let drawn = area.draw(&Rectangle::new(corners, Ink::Area.filled()));
            drawn.expect("memory takes it");
        }
        let steps = |bars: &[Bar]| {
            let mut points = vec![(x(bars[0].from), bottom * FINE)];
            for bar in bars {
                points.extend([(x(bar.from), y(bar.height)), (x(bar.to), y(bar.height))]);
            }
            points.push((x(bars[bars.len() - 1].to), bottom * FINE));
            points.dedup();
            points
        };
        let outlined = |bars: &[Bar], ink: Ink, width: i32| {
            if !bars.is_empty() {
                let drawn = area.draw(&PathElement::new(steps(bars), ink.line(width)));
                drawn.expect("memory takes it");
            }
        };
        outlined(bars, Ink::Mark, 1);
        if let Some(outline) = outline {
            outlined(outline, Ink::Dashed, 1);
        }
        let labels = match axes.scale {
            Scale::Even => labelled(&round_numbers(&axes.range, 7)),
            Scale::Doubling => doublings(&axes.range),
        };
        let ticks = ((bottom + 4) * FINE, Ink::Quiet);
        x_axis(area, &labels, (left, right), bottom, ticks, axes.values, &x);
        let (value, words) = middle;
        let there = x(value);
        line(
            area,
            (there, (top - 6) * FINE),
            (there, bottom * FINE),
            Ink::Text,
            1,
        );
        let half = (words.chars().count() as i32 * 7 / 2 + 2) * FINE;
        let there = there.clamp(left * FINE + half, right * FINE - half);
        let over = at(HPos::Center, VPos::Center);
        write(
            area,
            words,
            (there, (top - 13) * FINE),
            SMALL,
            Ink::Text,
            over,
        );
    })
}

/// Round numbers for an axis of doublings, few enough to be read.
fn doublings(range: &Range<f64>) -> Vec<(f64, String)> {
    let mut numbers = Vec::new();
    let mut ten = 10f64.powf(range.start.max(1.0).log10().floor());
    while ten <= range.end {
        numbers.extend([1.0, 2.0, 5.0].map(|first| first * ten));
        ten *= 10.0;
    }
    numbers.retain(|value| range.contains(value));
    let doublings = (range.end / range.start).log2();
    if doublings > 8.0 {
        let tens = |value: f64| (value.log10() - value.log10().round()).abs() < 1e-9;
        numbers.retain(|&value| tens(value));
    }
    numbers
        .into_iter()
        .map(|value| (value, tick(value, 1.0)))
        .collect()
}

/// A pit of a board that is drawn.
pub(super) struct Pit {
    /// Its name.
    pub name: char,
    /// How much.
    pub amount: f64,
    /// The same in words.
    pub words: String,
}

/// A board as South sees it, row by row from the farthest: the more, the larger the disc in a pit. Names and numbers stand
/// on the outer side of each row.
pub(super) fn board(id: &str, title: &str, says: &str, rows: &[Vec<Pit>]) -> Markup {
    let pits = rows.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let (left, right) = (4, WIDTH - 4);
    let each = f64::from(right - left) / pits as f64;
    let radius = (each / 2.0 - 1.0).min(20.0);
    let size = (each / 2.6).clamp(7.0, SMALL);
    let (disc, text) = ((2.0 * radius + 4.0) as i32, size as i32);
    let block = disc + 2 * text + 12;
    let height = block * rows.len() as i32;
    let most = rows
        .iter()
        .flatten()
        .map(|pit| pit.amount)
        .fold(f64::MIN_POSITIVE, f64::max);
    panel(id, height, title, says, |area| {
        let over = at(HPos::Center, VPos::Center);
        for (number, row) in (0..).zip(rows) {
            let top = block * number;
            let (names, words, centre) = if 2 * number + 1 < rows.len() as i32 {
                (
                    top + text / 2 + 2,
                    top + 3 * text / 2 + 6,
                    top + block - disc / 2,
                )
            } else {
                let bottom = top + block;
                (
                    bottom - text / 2 - 2,
                    bottom - 3 * text / 2 - 6,
                    top + disc / 2,
                )
            };
            for (column, pit) in row.iter().enumerate() {
                let x = ((f64::from(left) + each * (column as f64 + 0.5)) * f64::from(FINE)) as i32;
                let circle = |size: f64, style: ShapeStyle| {
                    let size = (size * f64::from(FINE)).round() as i32;
                    let drawn = area.draw(&Circle::new((x, centre * FINE), size, style));
                    drawn.expect("memory takes it");
                };
                circle(radius, Ink::Quiet.line(1));
                if pit.amount > 0.0 {
                    let size = (pit.amount / most).sqrt() * (radius - 1.0);
                    circle(size, Ink::Area.filled());
                    circle(size, Ink::Mark.line(1));
                }
                write(area, &pit.words, (x, words * FINE), size, Ink::Text, over);
                let name = pit.name.to_string();
                write(area, &name, (x, names * FINE), size, Ink::Quiet, over);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_at_an_axis_has_the_places_its_step_asks_for() {
        assert_eq!(tick(0.25, 0.05), "0.25");
        assert_eq!(tick(-2.0, 1.0), "−2");
        assert_eq!(tick(-0.0, 0.5), "0.0");
        assert_eq!(tick(12_000.0, 2_000.0), "12,000");
    }

    #[test]
    fn a_value_many_times_farther_off_than_most_does_not_stretch_the_axis() {
        let row = |estimate: f64| Interval {
            label: String::new(),
            value: String::new(),
            estimate,
            low: estimate - 0.5,
            high: estimate + 0.5,
            full: true,
        };
        let range = common_range(&[row(0.0), row(1.5), row(-4.0), row(1_000.0)], Some(0.0));
        assert!(
            range.start < -4.5 && (2.0..5.0).contains(&range.end),
            "{range:?}"
        );
        let range = common_range(&[row(40.0), row(1_000.0)], None);
        assert!(range.end > 1_000.0, "{range:?}");
    }

    #[test]
    fn a_name_cannot_pass_for_a_colour() {
        let drawn = panel("x", 20, "t", "s", |area| {
            let anchor = at(HPos::Left, VPos::Top);
            write(
                area,
                "\" fill=\"#000102\" <b>",
                (0, 0),
                SMALL,
                Ink::Text,
                anchor,
            );
        });
        let text = drawn.into_string();
        assert!(
            text.contains("&quot; fill=&quot;#000102&quot; &lt;b&gt;"),
            "{text}"
        );
        assert!(text.contains(" fill=\"var(--ink)\""), "{text}");
    }
}
