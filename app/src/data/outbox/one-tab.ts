/** One tab of the device at a time. Where the browser has no locks, ids keep what is sent twice one message. */
export function alone(name: string, work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(name, work) : work()
}
