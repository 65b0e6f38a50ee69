/** « 22:30 » of minutes of a day, or of the night after it. */
export function toClock(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`
}

export function toMinutes(clock: string | undefined): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/u.exec(clock ?? '') ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

/** « Porto-Novo » of `Africa/Porto-Novo` */
export function placeOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}
