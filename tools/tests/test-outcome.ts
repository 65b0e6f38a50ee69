/** What a run of Vitest came to, read from its JSON report. */
import { readFile } from 'node:fs/promises'

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}

export interface Failure {
  /** Of the test; of the file, where it did not load. */
  readonly title: string
  /** How its message begins. */
  readonly message: string
}

export interface Outcome {
  readonly passed: number
  /** Those of `passed` that stand in files without a failure. */
  readonly passedBeside: number
  readonly failures: readonly Failure[]
  /** The files that hold the failures. */
  readonly files: readonly string[]
  /** What failed first and passed the second time. */
  readonly late: readonly Failure[]
  /** Titles of tests for which something is missing here. */
  readonly notRun: readonly string[]
}

export async function readReport(file: string): Promise<Report | null> {
  return readFile(file, 'utf8').then(JSON.parse, () => null)
}

/** `code` is how Vitest ended: not 0 without a failed test is a failure of its own, told as such. */
export function outcomeOf(report: Report | null, code: number): Outcome {
  const results = report?.testResults ?? []
  const tests = results.flatMap(({ assertionResults }) => assertionResults)
  const failures = results.flatMap(failuresIn)
  if (code !== 0 && failures.length === 0)
    failures.push({ title: 'The run itself', message: 'it ended with an error outside every test' })
  const beside = results.filter(({ status }) => status !== 'failed')
  return {
    passed: countPassed(tests),
    passedBeside: countPassed(beside.flatMap(({ assertionResults }) => assertionResults)),
    failures,
    files: results.filter(({ status }) => status === 'failed').map(({ name }) => name),
    late: [],
    notRun: tests.filter(({ status }) => !['passed', 'failed'].includes(status)).map(({ fullName }) => fullName),
  }
}

/** The first run, whose files with a failure were run once more as `second`: for those the second run counts. */
export function withSecondTry(first: Outcome, second: Outcome): Outcome {
  const stillFailing = new Set(second.failures.map(({ title }) => title))
  return {
    ...first,
    passed: first.passedBeside + second.passed,
    failures: second.failures,
    late: first.failures.filter(({ title }) => !stillFailing.has(title)),
  }
}

function failuresIn(file: Report['testResults'][number]): Failure[] {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0 && file.status === 'failed') return [{ title: file.name, message: shortened(file.message) }]
  return failed.map(({ fullName, failureMessages }) => ({
    title: fullName,
    message: shortened(failureMessages?.[0] ?? ''),
  }))
}

function countPassed(tests: readonly { readonly status: string }[]): number {
  return tests.filter(({ status }) => status === 'passed').length
}

function shortened(message: string): string {
  return message.replaceAll(/\s+/g, ' ').slice(0, 400)
}
