/** Ctrl+Z and Ctrl+Y of the editor: whole states, so that nothing can be undone halfway. Pure. */
export interface History<State> {
  past: readonly State[]
  present: State
  future: readonly State[]
  /** What the last change was about: typing in one field is one thing to undo. */
  subject: string | null
}

const most = 100

export function begin<State>(present: State): History<State> {
  return { past: [], present, future: [], subject: null }
}

export function change<State>(history: History<State>, next: State, subject: string | null = null): History<State> {
  if (next === history.present) return history
  const isSame = subject !== null && subject === history.subject && history.past.length > 0
  const past = isSame ? history.past : [...history.past, history.present].slice(-most)
  return { past, present: next, future: [], subject }
}

export function undo<State>(history: History<State>): History<State> {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    subject: null,
  }
}

export function redo<State>(history: History<State>): History<State> {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future, subject: null }
}
