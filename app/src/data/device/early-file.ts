/**
 * One file of private-files.ts, for the script in the page's head: with what every browser has, since it is paid for by
 * each first visit, and without making a store where there is none.
 */
export function readEarly(userId: string, key: string): Promise<unknown> {
  return new Promise((resolve) => {
    const nothing = () => resolve(null)
    const opening = indexedDB.open('cortexia.private')
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
    opening.addEventListener('error', nothing)
    opening.addEventListener('success', () => {
      const database = opening.result
      const reading = database.transaction('files').objectStore('files').get(`${userId}.${key}`)
      reading.addEventListener('error', nothing)
      reading.addEventListener('success', () => resolve(reading.result))
      database.close()
    })
  })
}
