/** The first letter as it was: « Un cordonnier… » becomes « Une pirogue… ». Words that are not found leave the prompt as typed. */
export function replaced(prompt: string, missing: string, subject: string): string {
  if (missing === '') return subject
  const at = prompt.toLowerCase().indexOf(missing.toLowerCase())
  if (at < 0) return prompt
  const isCapital = /^\p{Lu}/u.test(prompt.slice(at))
  const first = subject.slice(0, 1)
  const put = (isCapital ? first.toUpperCase() : first) + subject.slice(1)
  return prompt.slice(0, at) + put + prompt.slice(at + missing.length)
}
