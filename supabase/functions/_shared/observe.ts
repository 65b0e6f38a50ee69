/** What functions tell their operator: one line of JSON an event. Never a prompt, key or name. */
import process from 'node:process'

import { ownEnvironment, SettingsReader } from './settings/reader.ts'
import { logSettings } from './settings/runtime.ts'

type Level = 'info' | 'warn' | 'error'

export type Observe<Event> = (event: Event) => void

const levels = ['debug', 'info', 'warn', 'error', 'silent']

/** For the events of one room, which declares them as a closed union and says how grave each one is. */
export function createObserve<Event extends { readonly kind: string }>(
  levelOf: (event: Event) => Level,
): Observe<Event> {
  return (event) => {
    const level = levelOf(event)
    if (levels.indexOf(level) < levels.indexOf(threshold())) return
    const { kind, ...facts } = event
    // oxlint-disable-next-line no-console -- the hosted runtime keeps what comes by the console, and nothing else
    console.info(JSON.stringify({ level, time: new Date().toISOString(), ...facts, msg: kind }))
  }
}

/** The server's own where it is the one that runs us; on a terminal only what goes wrong is shown, as it does. */
function threshold(): string {
  // NOTE: what is wrong with them is told by whoever reads the rest; a log does not fail.
  const { logLevel, logFormat } = new SettingsReader(ownEnvironment).read(logSettings)
  const isForPeople = process.stdout.isTTY && logFormat !== 'json'
  return logLevel === 'info' && isForPeople ? 'warn' : logLevel
}
