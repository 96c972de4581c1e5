//! Points on which accounts differ or keep silent: asked once, with the choices there are, and answered
//! by each file or by the one it extends.
//!
//! A question stands for the blocks of the choice that its answer names. What a file says in so many words
//! replaces them as it replaces any rule of a parent, and the question is then *overruled* there.

use super::ruleset::{Citation, Provenance};
use crate::diagnostics::{Code, Diagnostic, FileId, nearest};
use crate::syntax::tree::{Clause, Span, Token, TokenKind, Tree};
use crate::vocabulary::{Block, Word, entry};

/// A question, as it stands in a variant.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its name.
    pub name: String,
    /// The question, in words.
    pub text: String,
    /// The file that asks it.
    pub file: FileId,
    /// Where its name stands there.
    pub span: Span,
    /// The choices there are, in the order of the file.
    pub choices: Vec<Choice>,
    /// Which of them holds; the first where no file answers, which is a mistake.
    pub chosen: usize,
    /// Where it is answered, and who says so besides those who give the choice; `None` where it is answered
    /// from outside of the files, as in a sweep.
    pub answer: Option<Provenance>,
    /// Where a file that builds on the answer says the same rules in another way, so that the answer means
    /// nothing.
    pub overruled: Option<(FileId, Span)>,
}

impl Question {
    /// The choice that holds.
    pub fn answered(&self) -> &Choice {
        &self.choices[self.chosen]
    }
}

/// A choice of a question.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// What it means, in words.
    pub text: String,
    /// Where it stands, and who gives it.
    pub said: Provenance,
}

/// The answer that a rule comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The question.
    pub question: String,
    /// The choice.
    pub choice: String,
}

/// The questions of a file and its parents while the files are read.
#[derive(Debug, Default)]
pub(super) struct Questions {
    /// The questions, in the order they are asked.
    pub asked: Vec<Asked>,
    /// What files say themselves, outside of all questions.
    pub said: Vec<SaidPlainly>,
}

/// A question while the files are read.
#[derive(Debug)]
pub(super) struct Asked {
    pub question: Question,
    /// How far down the chain of files it is asked: 0 for the oldest ancestor.
    pub level: usize,
    /// How far down it is answered; `None` while no file does, `usize::MAX` from outside.
    pub answered_at: Option<usize>,
    /// The clauses that its choices say, as keys.
    pub settles: Vec<(Block, String)>,
    /// Those that the choice which holds says.
    pub holds: Vec<(Block, String)>,
}

/// A clause that a file says outside of all questions, or drops.
#[derive(Debug)]
pub(super) struct SaidPlainly {
    pub level: usize,
    pub block: Block,
    pub key: String,
    pub file: FileId,
    pub span: Span,
}

/// A word followed by a name: `question NAME`, `answer NAME`, `choice NAME`.
fn named(clause: &Clause, word: Word) -> Option<&Token> {
    match &clause.tokens[..] {
        [keyword, name, ..]
            if keyword.text == entry(word).keyword() && name.kind == TokenKind::Word =>
        {
            Some(name)
        }
        _ => None,
    }
}

/// The text that stands third in a clause, and those that go on with it.
fn text_of(clause: &Clause) -> String {
    let words: Vec<&str> = clause
        .tokens
        .iter()
        .skip(2)
        .take_while(|token| token.kind == TokenKind::Text)
        .map(|token| token.text.as_str())
        .collect();
    words.join(" ")
}

impl Questions {
    /// Gathers what files ask and answer, from the oldest ancestor on, and then what is answered from
    /// outside. Of a question that is asked anew the last one counts.
    pub fn gather(
        files: &[(FileId, &Tree)],
        outside: &[(String, String)],
        mistakes: &mut Vec<Diagnostic>,
    ) -> Questions {
        let mut questions = Questions::default();
        for (level, (file, tree)) in files.iter().enumerate() {
            for clause in &tree.clauses {
                if let Some(name) = named(clause, Word::Question) {
                    questions.ask(level, *file, clause, name);
                }
            }
            for clause in &tree.clauses {
                if let Some(name) = named(clause, Word::Answer) {
                    questions.answer(level, *file, clause, name, mistakes);
                }
            }
        }
        for (name, choice) in outside {
            if let Err(why) = questions.answer_from_outside(name, choice) {
                mistakes.push(*why);
            }
        }
        questions
    }

    fn ask(&mut self, level: usize, file: FileId, clause: &Clause, name: &Token) {
        let same = |asked: &Asked| asked.question.name == name.text;
        if self
            .asked
            .iter()
            .any(|asked| asked.level == level && same(asked))
        {
            // Said twice, which is reported where it is read.
            return;
        }
        self.asked.retain(|asked| !same(asked));
        let mut choices: Vec<Choice> = Vec::new();
        for inner in clause.body.iter().flat_map(|body| &body.clauses) {
            if let Some(name) = named(inner, Word::Choice)
                && !choices.iter().any(|choice| choice.name == name.text)
            {
                choices.push(Choice {
                    name: name.text.clone(),
                    text: text_of(inner),
                    said: Provenance::at(file, name.span.clone()),
                });
            }
        }
        self.asked.push(Asked {
            question: Question {
                name: name.text.clone(),
                text: text_of(clause),
                file,
                span: name.span.clone(),
                choices,
                chosen: 0,
                answer: None,
                overruled: None,
            },
            level,
            answered_at: None,
            settles: Vec::new(),
            holds: Vec::new(),
        });
    }

    fn answer(
        &mut self,
        level: usize,
        file: FileId,
        clause: &Clause,
        name: &Token,
        mistakes: &mut Vec<Diagnostic>,
    ) {
        let Some(asked) = self
            .asked
            .iter_mut()
            .find(|asked| asked.question.name == name.text)
        else {
            mistakes.push(
                self.no_such_question(&name.text, Some(&name.span))
                    .in_file(file),
            );
            return;
        };
        let [_, _, _, choice, ..] = &clause.tokens[..] else {
            // It breaks off, which is reported where it is read.
            asked.answered_at = Some(level);
            return;
        };
        match asked.position(&choice.text) {
            Some(chosen) => asked.question.chosen = chosen,
            None if choice.kind == TokenKind::Word => {
                let place = Some(&choice.span);
                mistakes.push(asked.no_such_choice(&choice.text, place).in_file(file));
            }
            None => {}
        }
        asked.question.answer = Some(Provenance::at(file, clause.span.clone()));
        asked.answered_at = Some(level);
    }

    fn answer_from_outside(&mut self, name: &str, choice: &str) -> Result<(), Box<Diagnostic>> {
        let Some(asked) = self
            .asked
            .iter_mut()
            .find(|asked| asked.question.name == name)
        else {
            return Err(self.no_such_question(name, None).into());
        };
        let Some(chosen) = asked.position(choice) else {
            return Err(asked.no_such_choice(choice, None).into());
        };
        asked.question.chosen = chosen;
        asked.question.answer = None;
        asked.answered_at = Some(usize::MAX);
        Ok(())
    }

    fn no_such_question(&self, name: &str, at: Option<&Span>) -> Diagnostic {
        let names = || self.asked.iter().map(|asked| asked.question.name.as_str());
        let label = match nearest(name, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "no file asks it".to_owned(),
        };
        let mut mistake =
            Diagnostic::new(Code::NoSuchAnswer, format!("there is no question `{name}`"));
        mistake = match at {
            Some(span) => mistake.at(span.clone(), label),
            None => mistake.note(label),
        };
        let names: Vec<&str> = names().collect();
        mistake.note(if names.is_empty() {
            "neither the file nor a parent asks a question".to_owned()
        } else {
            format!("the questions are {}", names.join(", "))
        })
    }

    /// The question of this name, where it is the one that counts.
    pub fn find(&self, level: usize, name: &str) -> Option<usize> {
        self.asked
            .iter()
            .position(|asked| asked.level == level && asked.question.name == name)
    }

    /// Judges the questions once all files are read: whether each is answered, and whether what a file says
    /// plainly contradicts an answer, or overrules it.
    pub fn judge(&mut self, mistakes: &mut Vec<Diagnostic>) {
        for asked in &mut self.asked {
            let Some(answered_at) = asked.answered_at else {
                if !asked.question.choices.is_empty() {
                    mistakes.push(unanswered(&asked.question));
                }
                continue;
            };
            for said in &self.said {
                let same =
                    |(block, key): &(Block, String)| *block == said.block && *key == said.key;
                // What stands beside the question and is also in the choice has been reported as said twice.
                let told = said.level == asked.level && asked.holds.iter().any(same);
                if said.level < asked.level || told || !asked.settles.iter().any(same) {
                    continue;
                }
                if said.level > answered_at {
                    asked
                        .question
                        .overruled
                        .get_or_insert((said.file, said.span.clone()));
                    continue;
                }
                mistakes.push(contradicted(&asked.question, said));
            }
        }
    }
}

impl Asked {
    fn position(&self, choice: &str) -> Option<usize> {
        self.question
            .choices
            .iter()
            .position(|other| other.name == choice)
    }

    fn no_such_choice(&self, choice: &str, at: Option<&Span>) -> Diagnostic {
        let question = &self.question;
        let names = || question.choices.iter().map(|choice| choice.name.as_str());
        let label = match nearest(choice, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "not one of its choices".to_owned(),
        };
        let mistake = Diagnostic::new(
            Code::NoSuchAnswer,
            format!("the question `{}` has no choice `{choice}`", question.name),
        );
        let mistake = match at {
            Some(span) => mistake.at(span.clone(), label),
            None => mistake.note(label),
        };
        mistake.help(format!(
            "its choices are {}",
            names().collect::<Vec<_>>().join(", ")
        ))
    }
}

fn unanswered(question: &Question) -> Diagnostic {
    let mut mistake = Diagnostic::new(
        Code::Unanswered,
        format!("no file answers the question `{}`", question.name),
    )
    .in_file(question.file)
    .at(question.span.clone(), "asked here");
    for choice in &question.choices {
        mistake = mistake.help(format!(
            "answer {}: {}   # {}",
            question.name, choice.name, choice.text
        ));
    }
    mistake
}

fn contradicted(question: &Question, said: &SaidPlainly) -> Diagnostic {
    let mistake = Diagnostic::new(
        Code::Contradiction,
        format!(
            "this is said, and it is also what the question `{}` settles",
            question.name
        ),
    )
    .in_file(said.file)
    .at(said.span.clone(), "said here");
    let mistake = match &question.answer {
        Some(answer) => mistake.see(
            answer.file,
            answer.span.clone(),
            "answered here, which would mean nothing",
        ),
        None => mistake.see(question.file, question.span.clone(), "asked here"),
    };
    mistake.help("either answer the question or say the rule")
}

impl Provenance {
    /// A place of which nothing is said yet.
    pub(super) fn at(file: FileId, span: Span) -> Self {
        Provenance {
            file,
            span,
            citations: Vec::new(),
            assumed: None,
            answers: Vec::new(),
        }
    }

    /// Adds what an answer or a choice says of who gives it. Of two citations of one source the one that
    /// says more is kept.
    pub(super) fn also(&mut self, citations: &[Citation], assumed: Option<&str>) {
        for citation in citations {
            match self
                .citations
                .iter_mut()
                .find(|other| other.source == citation.source)
            {
                Some(other) if other.quote.is_empty() && other.unclear.is_none() => {
                    other.clone_from(citation);
                }
                Some(_) => {}
                None => self.citations.push(citation.clone()),
            }
        }
        self.assume(assumed);
    }

    /// Adds a reason of the author's.
    fn assume(&mut self, assumed: Option<&str>) {
        let Some(more) = assumed else { return };
        self.assumed = Some(match self.assumed.take() {
            Some(reason) if reason.is_empty() || reason == more => more.to_owned(),
            Some(reason) if more.is_empty() => reason,
            Some(reason) => format!("{reason}; {more}"),
            None => more.to_owned(),
        });
    }

    /// What is said of a rule that asks for a condition set apart: told by those who tell both, open where
    /// either is.
    pub(super) fn asking(&mut self, other: &Provenance) {
        self.citations.retain_mut(|citation| {
            let Some(same) = other
                .citations
                .iter()
                .find(|same| same.source == citation.source)
            else {
                return false;
            };
            if citation.quote.is_empty() {
                citation.quote.clone_from(&same.quote);
            }
            if citation.unclear.is_none() {
                citation.unclear.clone_from(&same.unclear);
            }
            true
        });
        self.assume(other.assumed.as_deref());
        for answer in &other.answers {
            if !self.answers.contains(answer) {
                self.answers.push(answer.clone());
            }
        }
    }
}
