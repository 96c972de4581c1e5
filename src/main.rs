use kiothi::rules::{Files, load};
struct Disk;
impl Files for Disk {
    fn read(&self, p: &str) -> Result<Vec<u8>, String> {
        std::fs::read(p).map_err(|e| e.to_string())
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let l = load(&a[1], &Disk);
    print!(
        "{}",
        l.library
            .render_all(&l.mistakes, &annotate_snippets::Renderer::plain())
    );
    let Some(v) = l.variant else { return };
    let p = kiothi::engine::Program::compile(&v.ruleset);
    let n: u64 = a[2].parse().unwrap();
    let t = std::time::Instant::now();
    let y = kiothi::simulate::play_block(
        &p,
        [kiothi::players::Uniform; 2],
        kiothi::simulate::Run {
            games: n,
            seed: 1,
            max_turns: 10000,
        },
        0..n,
    );
    let e = t.elapsed().as_secs_f64();
    let turns: u64 = y.turns.iter().enumerate().map(|(i, c)| i as u64 * c).sum();
    let g = n as f64;
    println!(
        "{} {:.0}/s S {:.4} N {:.4} D {:.4} U {} turns {:.3} laps/t {:.4} br {:.3} applied {:?} ended {:?} longest {}",
        v.name,
        g / e,
        y.won[0] as f64 / g,
        y.won[1] as f64 / g,
        y.drawn as f64 / g,
        y.unfinished,
        turns as f64 / g,
        y.laps as f64 / y.sowings as f64,
        y.choices as f64 / y.sowings as f64,
        y.applied.iter().map(|x| *x as f64 / g).collect::<Vec<_>>(),
        y.ended_by,
        y.longest
    );
}
