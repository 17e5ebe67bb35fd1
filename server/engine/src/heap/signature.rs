//! Reading `Signature` attributes (JVMS 4.7.9.1).

use super::generics::Generic;
use std::rc::Rc;

/// Reads signatures. Anything malformed gives `None`: the promise is lost, nothing else.
pub(super) struct Reader<'a> {
    pub(super) rest: &'a str,
}

/// Deeper nesting than this comes from no program.
pub(super) const DEEPEST: usize = 40;

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Reader<'a> {
        Reader { rest: text }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn eat(&mut self, c: char) -> bool {
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn until(&mut self, ends: &[char]) -> Option<&'a str> {
        let at = self.rest.find(ends)?;
        let (word, rest) = self.rest.split_at(at);
        self.rest = rest;
        Some(word)
    }

    pub(super) fn field(&mut self) -> Option<Generic> {
        self.ty(0)
    }

    pub(super) fn ty(&mut self, depth: usize) -> Option<Generic> {
        if depth > DEEPEST {
            return None;
        }
        match self.next()? {
            'L' => self.class(depth),
            'T' => {
                let name = self.until(&[';'])?;
                self.next();
                Some(Generic::Variable(name.into()))
            }
            '[' => Some(Generic::Array(Box::new(self.ty(depth + 1)?))),
            _ => Some(Generic::Any),
        }
    }

    /// Behind the `L`. Of a class inside a generic one only its own arguments count.
    fn class(&mut self, depth: usize) -> Option<Generic> {
        let mut name = String::new();
        let mut arguments = Vec::new();
        loop {
            name.push_str(self.until(&['<', ';', '.'])?);
            match self.next()? {
                ';' => return Some(Generic::Class(name.into(), arguments)),
                '.' => {
                    name.push('$');
                    arguments.clear();
                }
                _ => {
                    while !self.eat('>') {
                        arguments.push(self.argument(depth + 1)?);
                    }
                }
            }
        }
    }

    fn argument(&mut self, depth: usize) -> Option<Generic> {
        if self.eat('*') {
            Some(Generic::Any)
        } else if self.eat('-') {
            Some(Generic::Above(Box::new(self.ty(depth)?)))
        } else {
            let below = self.eat('+');
            let ty = self.ty(depth)?;
            Some(if below {
                Generic::Below(Box::new(ty))
            } else {
                ty
            })
        }
    }

    /// `<T:Ljava/lang/Object;U::Ljava/lang/Comparable<TU;>;>`: the names and their bounds.
    pub(super) fn variables(&mut self) -> Option<Vec<(Rc<str>, Vec<Generic>)>> {
        let mut variables = Vec::new();
        if self.eat('<') {
            while !self.eat('>') {
                let name = self.until(&[':'])?.into();
                let mut bounds = Vec::new();
                while self.eat(':') {
                    // An interface bound follows an empty class bound.
                    if !self.rest.starts_with(':') {
                        bounds.push(self.ty(0)?);
                    }
                }
                variables.push((name, bounds));
            }
        }
        Some(variables)
    }

    /// What a method returns.
    pub(super) fn returned(&mut self) -> Option<Generic> {
        self.parameters()?;
        self.ty(0)
    }

    /// The parameters of a method.
    pub(super) fn parameters(&mut self) -> Option<Vec<Generic>> {
        self.variables()?;
        if !self.eat('(') {
            return None;
        }
        let mut parameters = Vec::new();
        while !self.eat(')') {
            parameters.push(self.ty(0)?);
        }
        Some(parameters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str, arguments: Vec<Generic>) -> Generic {
        Generic::Class(name.into(), arguments)
    }

    #[test]
    fn signatures_are_read() {
        let string = class("java/lang/String", vec![]);
        let map = "Ljava/util/Map<Ljava/lang/String;[TV;>;";
        assert_eq!(
            Reader::new(map).field(),
            Some(class(
                "java/util/Map",
                vec![
                    string.clone(),
                    Generic::Array(Box::new(Generic::Variable("V".into())))
                ]
            ))
        );
        let method = "<T::Ljava/lang/Comparable<TT;>;>(ILjava/util/List<+TT;>;Lp/A<*>.B<-TT;>;)V";
        assert_eq!(
            Reader::new(method).parameters(),
            Some(vec![
                Generic::Any,
                class(
                    "java/util/List",
                    vec![Generic::Below(Box::new(Generic::Variable("T".into())))]
                ),
                class(
                    "p/A$B",
                    vec![Generic::Above(Box::new(Generic::Variable("T".into())))]
                ),
            ])
        );
        let variables = Reader::new("<K:Ljava/lang/Object;V:Ljava/lang/Object;>Ljava/lang/Object;");
        assert_eq!(
            { variables }.variables().map(|all| all
                .into_iter()
                .map(|(name, _)| name)
                .collect::<Vec<Rc<str>>>()),
            Some(vec!["K".into(), "V".into()])
        );
    }

    #[test]
    fn malformed_signatures_promise_nothing() {
        for text in ["", "L", "Lp/A", "Lp/A<", "Lp/A<Lq", "T", "[", "(", "<T"] {
            assert_eq!(
                Reader::new(text).field().filter(|g| *g != Generic::Any),
                None,
                "{text}"
            );
            assert_eq!(Reader::new(text).parameters(), None, "{text}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(Reader::new(&deep).field(), None);
    }
}
