//! What the engine relies on: these expressions come out decided or in their one form.

use proviso_terms::{Const, Model, Op, Sort, Term, Terms};

fn int(terms: &mut Terms, name: &str) -> Term {
    terms.symbol(name, Sort::Bv(32))
}

#[test]
fn java_booleans_become_their_condition_again() {
    let mut t = Terms::new();
    let (c, d) = (t.symbol("c", Sort::Bool), t.symbol("d", Sort::Bool));
    let (bc, bd) = (t.bool_to_bv(c, 32), t.bool_to_bv(d, 32));
    let zero = t.int(0);
    let not_c = t.not(c);
    assert_eq!(t.eq(bc, zero), not_c);
    assert_eq!(t.bv_to_bool(bc), c);
    let both = t.bv_and(bc, bd);
    let expected = t.and(&[c, d]);
    assert_eq!(t.bv_to_bool(both), expected);
    let one = t.int(1);
    let flipped = t.bv_xor(bc, one);
    assert_eq!(t.bv_to_bool(flipped), not_c);
}

#[test]
fn long_comparison_becomes_an_order_literal() {
    let mut t = Terms::new();
    let (a, b) = (t.symbol("a", Sort::Bv(64)), t.symbol("b", Sort::Bv(64)));
    let compared = t.signed_compare(a, b);
    let zero = t.int(0);
    let (less, greater, same) = (t.slt(a, b), t.slt(b, a), t.eq(a, b));
    assert_eq!(t.slt(compared, zero), less);
    assert_eq!(t.slt(zero, compared), greater);
    assert_eq!(t.eq(compared, zero), same);
    let at_least = t.not(less);
    assert_eq!(t.sle(zero, compared), at_least);
}

#[test]
fn sums_cancel_and_equations_are_solved() {
    let mut t = Terms::new();
    let (x, y) = (int(&mut t, "x"), int(&mut t, "y"));
    let (one, five) = (t.int(1), t.int(5));
    let next = t.bv_add(x, one);
    assert_eq!(t.bv_sub(next, one), x);
    let difference = t.bv_sub(next, x);
    assert_eq!(difference, one);
    let sum = t.bv_add(x, y);
    assert_eq!(t.bv_sub(sum, y), x);
    // x + 1 = 5 is x = 4; 3x = 12 is x = 4.
    let four = t.int(4);
    let solved = t.eq(x, four);
    assert_eq!(t.eq(next, five), solved);
    let (three, twelve) = (t.int(3), t.int(12));
    let product = t.bv_mul(three, x);
    assert_eq!(t.eq(product, twelve), solved);
    // x + y = y + 1 is x = 1.
    let right = t.bv_add(y, one);
    let is_one = t.eq(x, one);
    assert_eq!(t.eq(sum, right), is_one);
}

#[test]
fn mathematical_sums_are_compared_without_wrapping() {
    let mut t = Terms::new();
    let (x, y) = (int(&mut t, "x"), int(&mut t, "y"));
    let (wide_x, wide_y) = (t.sext(x, 34), t.sext(y, 34));
    let one = t.bv_const(34, 1);
    let next = t.bv_add(wide_x, one);
    assert_eq!(
        t.slt(wide_x, next),
        t.tru(),
        "x < x + 1 without wrap-around"
    );
    let sum = t.bv_add(wide_x, wide_y);
    let order = t.slt(sum, wide_x);
    let zero = t.int(0);
    let negative = t.slt(y, zero);
    assert_eq!(order, negative, "x + y < x is y < 0");
    // In 32 bits the same comparison must stay.
    let one = t.int(1);
    let wrapping = t.bv_add(x, one);
    let compared = t.slt(x, wrapping);
    assert_eq!(t.as_const(compared), None);
}

#[test]
fn a_mathematical_division_is_that_of_the_code() {
    let mut t = Terms::new();
    let x = int(&mut t, "x");
    let hundred = t.int(100);
    let quotient = t.sdiv(x, hundred);
    let remainder = t.srem(x, hundred);
    let wide = t.sext(x, 40);
    let divisor = t.sext(hundred, 40);
    let (wide_quotient, wide_remainder) = (t.sdiv(wide, divisor), t.srem(wide, divisor));
    assert_eq!(wide_quotient, t.sext(quotient, 40));
    assert_eq!(wide_remainder, t.sext(remainder, 40));
    // -2147483648 / -1 does not fit.
    let minus_one = t.bv_const(40, -1);
    let negated = t.sdiv(wide, minus_one);
    assert_ne!(t.op(negated), Op::Sext);
}

#[test]
fn less_so_many_per_cent_is_the_same_in_code_and_in_mathematics() {
    let mut t = Terms::new();
    let x = int(&mut t, "x");
    let (hundred, five) = (t.int(100), t.int(5));
    let quotient = t.sdiv(x, hundred);
    let share = t.bv_mul(quotient, five);
    let rest = t.bv_sub(x, share);
    let (wide, wide_hundred) = (t.sext(x, 41), t.sext(hundred, 41));
    let (wide_quotient, wide_five) = (t.sdiv(wide, wide_hundred), t.sext(five, 41));
    let wide_share = t.bv_mul(wide_quotient, wide_five);
    let wide_rest = t.bv_sub(wide, wide_share);
    assert_eq!(t.sext(rest, 41), wide_rest, "neither wraps");
    // Of 101 times the quotient nobody knows that.
    let most = t.int(101);
    let more = t.bv_mul(quotient, most);
    let less = t.bv_sub(x, more);
    assert_eq!(t.op(less), Op::Add);
    let wide_less = t.sext(less, 41);
    assert_eq!(t.op(wide_less), Op::Sext);
}

#[test]
fn overflow_checks_become_bounds() {
    let mut t = Terms::new();
    let (x, y) = (int(&mut t, "x"), int(&mut t, "y"));
    let one = t.int(1);
    let overflows = |t: &mut Terms, a: Term, b: Term| {
        let (wide_a, wide_b) = (t.sext(a, 33), t.sext(b, 33));
        let exact = t.bv_add(wide_a, wide_b);
        let wrapped = t.bv_add(a, b);
        let back = t.sext(wrapped, 33);
        t.ne(exact, back)
    };
    let max = t.int(i32::MAX);
    let at_max = t.eq(x, max);
    assert_eq!(
        overflows(&mut t, x, one),
        at_max,
        "x + 1 overflows iff x is MAX"
    );
    let sum = overflows(&mut t, x, y);
    assert!(
        t.display(sum).to_string().contains('<'),
        "{}",
        t.display(sum)
    );
}

#[test]
fn negation_and_order_have_one_form() {
    let mut t = Terms::new();
    let (x, y) = (int(&mut t, "x"), int(&mut t, "y"));
    let less = t.slt(x, y);
    let at_least = t.not(less);
    assert_eq!(t.sle(y, x), at_least);
    let different = t.ne(x, y);
    let greater = t.slt(y, x);
    assert_eq!(t.and(&[at_least, different]), greater);
    let equal = t.eq(x, y);
    let at_most = t.not(greater);
    assert_eq!(t.or(&[less, equal]), at_most);
    assert_eq!(t.and(&[less, at_least]), t.fls());
    assert_eq!(t.or(&[less, equal, greater]), t.tru());
}

#[test]
fn bounds_of_one_term_are_joined() {
    let mut t = Terms::new();
    let x = int(&mut t, "x");
    let (zero, one, two) = (t.int(0), t.int(1), t.int(2));
    let (at_least_zero, below_two) = (t.sle(zero, x), t.slt(x, two));
    let (not_zero, is_one) = (t.ne(x, zero), t.eq(x, one));
    assert_eq!(t.and(&[at_least_zero, below_two, not_zero]), is_one);
    let below_zero = t.slt(x, zero);
    assert_eq!(t.and(&[at_least_zero, below_zero]), t.fls());
}

#[test]
fn narrowing_what_fits_is_nothing() {
    let mut t = Terms::new();
    let b = t.symbol("b", Sort::Bv(8));
    let widened = t.sext(b, 32);
    let low = t.extract(widened, 7, 0);
    assert_eq!(low, b);
    assert_eq!(t.sext(low, 32), widened);
    let mask = t.int(0xff);
    let c = t.symbol("c", Sort::Bv(8));
    let char_like = t.zext(c, 32);
    assert_eq!(t.bv_and(char_like, mask), char_like);
    // (int) ((long) x + 1) is x + 1.
    let x = int(&mut t, "x");
    let long_x = t.sext(x, 64);
    let one = t.long(1);
    let sum = t.bv_add(long_x, one);
    let narrowed = t.extract(sum, 31, 0);
    let one = t.int(1);
    let next = t.bv_add(x, one);
    assert_eq!(narrowed, next);
}

#[test]
fn float_to_int_saturates_as_java_does() {
    let mut t = Terms::new();
    for (value, expected) in [
        (f64::NAN, 0),
        (1e300, i32::MAX),
        (-1e300, i32::MIN),
        (-1.9, -1),
        (2_147_483_647.5, i32::MAX),
    ] {
        let float = t.f64(value);
        let narrowed = t.fp_to_sbv(float, 32);
        assert_eq!(t.as_int(narrowed), Some(expected), "(int) {value}");
    }
    let infinity = t.f32(f32::NEG_INFINITY);
    let narrowed = t.fp_to_sbv(infinity, 64);
    assert_eq!(t.as_long(narrowed), Some(i64::MIN));
}

#[test]
fn float_comparison_puts_nan_on_the_asked_side() {
    let mut t = Terms::new();
    let (a, b) = (t.symbol("a", Sort::F64), t.symbol("b", Sort::F64));
    for (x, y) in [(1.0, 2.0), (2.0, 1.0), (0.0, -0.0), (f64::NAN, 1.0)] {
        for on_nan in [-1, 1] {
            let compared = t.fp_compare(a, b, on_nan);
            let mut model = Model::new();
            model.set(a, Const::f64(x));
            model.set(b, Const::f64(y));
            let expected = x.partial_cmp(&y).map_or(on_nan, |order| order as i32);
            assert_eq!(
                t.eval(compared, &model).as_signed(),
                Some(i128::from(expected)),
                "{x} {y}"
            );
        }
    }
}

#[test]
fn very_deep_terms_do_not_overflow_the_stack() {
    let mut t = Terms::new();
    let x = int(&mut t, "x");
    let mut term = x;
    for index in 0..200_000 {
        let y = int(&mut t, &format!("y{}", index % 7));
        // A mix that no rule collapses, so the depth is real.
        term = match index % 3 {
            0 => t.bv_mul(term, y),
            1 => t.bv_or(term, y),
            _ => t.srem(term, y),
        };
    }
    assert_eq!(t.symbols_of(term).len(), 8);
    let model = Model::new();
    let value = t.eval(term, &model);
    assert_eq!(value.sort(), Sort::Bv(32));
    let zero = t.int(0);
    let replacement = [(x, zero)].into_iter().collect();
    let replaced = t.substitute(term, &replacement);
    assert_eq!(t.eval(replaced, &model), value);
    assert!(t.display(term).to_string().len() < 100_000);
    assert_ne!(t.op(term), Op::Not);
}

#[test]
fn very_long_sums_are_built_in_reasonable_time_and_keep_their_value() {
    let mut t = Terms::new();
    let mut sum = t.int(0);
    let mut model = Model::new();
    let mut expected = 0i128;
    for index in 0..3_000 {
        let x = int(&mut t, &format!("x{index}"));
        model.set(x, Const::Bv(proviso_terms::Bv::new(32, index)));
        expected += index;
        sum = t.bv_add(sum, x);
    }
    assert_eq!(t.eval(sum, &model).as_signed(), Some(expected));
    let same = t.eq(sum, sum);
    assert_eq!(same, t.tru());
    let zero = t.int(0);
    let other = t.bv_sub(zero, sum);
    let equation = t.eq(sum, other);
    assert!(!t.holds(equation, &model));
}

#[test]
fn terms_read_like_java() {
    let mut t = Terms::new();
    let (x, y) = (int(&mut t, "x"), int(&mut t, "y"));
    let at_most = t.sle(x, y);
    let one = t.int(1);
    let next = t.bv_add(x, one);
    let equal = t.eq(next, y);
    let either = t.or(&[at_most, equal]);
    let text = t.display(either).to_string();
    assert!(text.contains("||") && text.contains(">="), "{text}");
}
