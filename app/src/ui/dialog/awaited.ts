/** Whether the scrim of the dialog that opens now was there before it, while its code came: it does not fade in twice. */
let isThere = false

/** For what is mounted in the same turn. */
export function leaveScrim(): void {
  isThere = true
  queueMicrotask(() => {
    isThere = false
  })
}

export function isScrimThere(): boolean {
  return isThere
}
