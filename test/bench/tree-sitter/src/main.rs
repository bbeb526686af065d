//! The peer of the parse benchmark: a native tree-sitter with the grammar of another CQL language server.
//!
//! Takes the paths of the texts as arguments. For each line of standard input, the number of a text, it parses that text from
//! scratch and answers with the time in nanoseconds and with `error` or `fine`.

use std::error::Error;
use std::io::{stdin, stdout, BufRead, Write};
use std::time::Instant;

use tree_sitter::Parser;

fn main() -> Result<(), Box<dyn Error>> {
    let texts = std::env::args()
        .skip(1)
        .map(std::fs::read_to_string)
        .collect::<Result<Vec<_>, _>>()?;
    let mut parser = Parser::new();
    parser.set_language(&tttx_tree_sitter_cql::LANGUAGE.into())?;
    for line in stdin().lock().lines() {
        let text = &texts[line?.trim().parse::<usize>()?];
        let start = Instant::now();
        let tree = parser.parse(text, None).ok_or("no tree")?;
        let nanoseconds = start.elapsed().as_nanos();
        let verdict = if tree.root_node().has_error() { "error" } else { "fine" };
        println!("{nanoseconds} {verdict}");
        stdout().flush()?;
    }
    Ok(())
}
