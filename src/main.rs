use kiothi::rules::{Files, load};
struct Disk;
impl Files for Disk { fn read(&self, p: &str) -> Result<Vec<u8>, String> { std::fs::read(p).map_err(|e| e.to_string()) } }
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let l = load(&a[1], &Disk);
    print!("{}", l.library.render_all(&l.mistakes, &annotate_snippets::Renderer::plain()));
    let Some(v) = l.variant else { return };
    println!("{} {}", v.name, v.hash);
    if a.len() < 3 { for line in v.ruleset.lines() { println!("  {}", line.text); } return }
    let p = kiothi::engine::Program::compile(&v.ruleset);
    for t in &a[2..] {
        println!("{:?}", kiothi::verify::verify(&p, &std::fs::read_to_string(t).unwrap()));
    }
}
