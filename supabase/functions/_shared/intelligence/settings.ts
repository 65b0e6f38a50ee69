/** Numbers that an operator may decide. A value that is none counts as absent. */
import process from 'node:process'

export function wholeSetting(name: string, { usual, max }: { usual: number; max: number }): number {
  const value = Number(process.env[name]?.trim() || usual)
  return Number.isInteger(value) && value >= 1 && value <= max ? value : usual
}
