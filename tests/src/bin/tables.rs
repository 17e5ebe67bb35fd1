//! Prints the published tables beside our figures: ours, published, difference, why, time, published
//! time, ratio, and the branches covered (ours: of the method itself; published: of all methods reached).
//! `./x tables [WORD…]` runs it, with only the rows that have all words when some are given
//! (`kiasan-table1 k=2 lazier-sharp`).

use proviso_tests::papers;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let differences = papers::differences();
    let mut same = 0;
    let mut total = 0;
    println!(
        "| table | subject | bound | strategy | ours | published | difference | time | published | ratio | branches | published | why |"
    );
    println!("|---|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---|");
    let mut figures = papers::figures();
    figures.retain(|figure| {
        let row = format!("{} {}={}", papers::key(figure), figure.bound, figure.size);
        words
            .iter()
            .all(|word| row.split(' ').any(|part| part == word))
    });
    for (figure, ours) in figures.iter().zip(papers::measure(&figures)) {
        let Some(ours) = ours else {
            println!(
                "| {} | {}.{}: not measured |",
                figure.table, figure.class, figure.method
            );
            continue;
        };
        total += 1;
        same += u32::from(ours.paths == figure.paths);
        let difference = ours.paths as i64 - figure.paths as i64;
        let seconds = ours.milliseconds as f64 / 1000.0;
        let published = figure.seconds.map_or("–".to_string(), |s| format!("{s} s"));
        let ratio = figure
            .seconds
            .filter(|s| *s > 0.0)
            .map_or("–".to_string(), |s| {
                format!("{:.0}×", s / seconds.max(0.001))
            });
        let branches = |[covered, all]: [u32; 2]| format!("{covered}/{all}");
        let published_branches = figure.branches.map_or("–".to_string(), branches);
        let mut why = differences
            .get(&papers::key(figure))
            .map_or(String::new(), |d| d.why.clone());
        if ours.verdict == "unknown" {
            why = format!("{why} unknown: {}", ours.notes.join("; "));
        }
        println!(
            "| {} | {}.{} | {}={} | {} | {} | {} | {} | {seconds:.3} s | {published} | {ratio} | {} | {published_branches} | {} |",
            figure.table,
            figure.class,
            figure.method,
            figure.bound,
            figure.size,
            figure.strategy,
            ours.paths,
            figure.paths,
            if difference == 0 {
                "=".to_string()
            } else {
                format!("{difference:+}")
            },
            branches(ours.branches),
            why.trim(),
        );
    }
    println!("\n{same} of {total} counts as published");
}
