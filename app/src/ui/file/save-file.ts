/** Long enough for a browser that asks its person where to put the file. */
const addressLifeMs = 60_000

/** Saves a file on the device under `name`, as a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), addressLifeMs)
}
