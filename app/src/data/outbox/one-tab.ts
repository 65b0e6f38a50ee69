/** One tab of the device at a time. Where the browser has no locks, ids keep what is sent twice one message. */
export async function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? await navigator.locks.request(name, work) : await work()
}
