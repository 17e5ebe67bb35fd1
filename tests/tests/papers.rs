//! Published path counts that the engine must reproduce; the quick part. `./x tables` runs all of it.

use proviso_tests::papers::{self, Figure};

fn compare(wanted: impl Fn(&Figure) -> bool) {
    let differences = papers::differences();
    let mut wrong = Vec::new();
    let figures: Vec<Figure> = papers::figures().into_iter().filter(wanted).collect();
    let count = figures.len();
    for (figure, ours) in figures.iter().zip(papers::measure(&figures)) {
        let expected = differences
            .get(&papers::key(figure))
            .map_or(figure.paths, |difference| difference.paths);
        match ours {
            Some(ours) if ours.paths == expected => {}
            other => wrong.push(format!(
                "{}: expected {expected}, got {other:?}",
                papers::key(figure)
            )),
        }
    }
    assert!(count > 0, "no figure was compared");
    assert!(
        wrong.is_empty(),
        "{} of {count} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

fn tree(figure: &Figure) -> bool {
    figure.table == "kiasan-table1"
        && [
            "AATree",
            "AvlTree",
            "BinarySearchTree",
            "LeftistHeap",
            "TreeMap",
        ]
        .contains(&figure.class.as_str())
}

#[test]
fn lazier_sharp_counts_of_the_tree_methods_up_to_k_2() {
    compare(|figure| tree(figure) && figure.strategy == "lazier-sharp" && figure.size <= 2);
}

#[test]
fn lazier_sharp_counts_of_inserts_and_merges_at_k_3() {
    compare(|figure| {
        tree(figure)
            && figure.strategy == "lazier-sharp"
            && figure.size == 3
            && ["insert", "put", "merge", "remove"].contains(&figure.method.as_str())
    });
}

#[test]
fn lazier_and_lazy_counts_of_the_tree_methods_up_to_k_2() {
    compare(|figure| tree(figure) && figure.strategy != "lazier-sharp" && figure.size <= 2);
}

#[test]
fn seven_objects_of_a_type() {
    compare(|figure| {
        figure.table == "kiasan-table2"
            && figure.size == 7
            && ["AATree", "AvlTree", "BinarySearchTree"].contains(&figure.class.as_str())
    });
}

#[test]
fn marking_a_graph_under_the_three_strategies() {
    compare(|figure| figure.table == "kiasan-table1" && figure.class == "GC");
}

#[test]
fn swap_under_the_three_strategies() {
    compare(|figure| figure.class == "Container" && figure.size <= 2);
}

#[test]
fn sorts_and_heaps_in_arrays() {
    compare(|figure| {
        figure.table == "kiasan-table1"
            && figure.strategy == "lazier-sharp"
            && ["Sort", "BinaryHeap"].contains(&figure.class.as_str())
    });
}

/// The counts are those of JDK 17 and 25. A JDK without its sources cannot be compared, and says so.
#[test]
fn the_jdks_own_collections_with_five_objects_of_a_type() {
    match papers::jdk_sources() {
        Ok(()) => compare(|figure| figure.table == papers::JAVA_UTIL && figure.size == 5),
        Err(why) => println!("java.util is not compared: {why}"),
    }
}
