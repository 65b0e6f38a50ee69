/**
 * Nodes killed with SIGKILL among orders for pictures: 30 of them during 1 000 generations, two nodes on one PostgreSQL,
 * an engine that takes 100 ms. Nothing is measured against anybody: afterwards every hold must be captured or released
 * once, every picture that was paid must open, and the ledger must not contradict itself.
 */
import { isDeepStrictEqual } from 'node:util'

import { runChaos } from '../../support/generation-chaos.ts'
import { startPostgres } from '../support/postgres.ts'

const generations = Number(process.env['GENERATIONS'] ?? 1000)
const kills = Number(process.env['KILLS'] ?? 30)

await using postgres = await startPostgres()
await postgres.script('postgres', 'create database chaos')
const report = await runChaos({ databaseUrl: postgres.url('chaos'), generations, kills })
console.log(JSON.stringify(report, null, 2))

const { statuses, holds, captured, opened, unopenable, violations, rows, ordered } = report
const { succeeded = 0, ...others } = statuses
const given = Object.values(others).reduce((sum, number) => sum + number, 0)
const holdsMust = { ...(succeeded > 0 && { captured: succeeded }), ...(given > 0 && { released: given }) }
const isRight =
  rows === generations &&
  ordered === generations &&
  captured === succeeded &&
  opened === succeeded &&
  unopenable.length === 0 &&
  violations.length === 0 &&
  isDeepStrictEqual(holds, holdsMust)
console.log(isRight ? 'Every hold was settled once, every paid picture opens.' : 'WRONG')
process.exitCode = isRight ? 0 : 1
