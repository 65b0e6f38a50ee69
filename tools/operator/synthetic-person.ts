/**
 * `npm run synthetic -- --url <where people reach it> --email <hers> --password-file <file> [--every 300] [--port 9465]
 * [--picture-every 1]`: signs in, reads the feed, makes a picture and deletes it, sends herself a word, again and again; what
 * came of it is told at 127.0.0.1:<port>/metrics. `--once` walks once, prints it, and ends with 1 where a step failed.
 */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { stepNames, toMetrics, walk, type StepOutcome } from './synthetic-walk.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    email: { type: 'string' },
    'password-file': { type: 'string' },
    every: { type: 'string', default: '300' },
    port: { type: 'string', default: '9465' },
    'picture-every': { type: 'string', default: '1' },
    once: { type: 'boolean', default: false },
  },
})
const { url, email, 'password-file': file } = values
if (email === undefined || file === undefined) {
  console.error('--email and --password-file are needed: of an account made for this, with credits for its pictures.')
  process.exit(2)
}
const person = { url: url.replace(/\/$/, ''), email, password: (await readFile(file, 'utf8')).trim() }
const tell = (outcomes: readonly StepOutcome[]) => {
  for (const { step, problem, seconds } of outcomes) {
    console.log(`${step.padEnd(8)} ${seconds.toFixed(2)} s  ${problem ?? 'well'}`)
  }
}

if (values.once) {
  const outcomes = await walk(person)
  tell(outcomes)
  process.exit(outcomes.every(({ problem }) => problem === null) ? 0 : 1)
}

let metrics = ''
createServer((request, response) => {
  if (request.url === '/metrics') response.setHeader('content-type', 'text/plain; version=0.0.4').end(metrics)
  else response.writeHead(404).end()
}).listen(Number(values.port), '127.0.0.1')

// A step that is left out keeps what it came to.
const known = new Map<string, StepOutcome>()
for (let turn = 0; ; turn += 1) {
  const withPicture = turn % Number(values['picture-every']) === 0
  const outcomes = await walk(
    person,
    stepNames.filter((step) => step !== 'picture' || withPicture),
  )
  for (const outcome of outcomes) known.set(outcome.step, outcome)
  tell(outcomes.filter(({ problem }) => problem !== null))
  metrics = toMetrics([...known.values()], new Date())
  await wait(Number(values.every) * 1_000)
}
