/** Ways to keep the recovery key outside this device. */

export function downloadText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // The browser has the file once the click was handled.
  setTimeout(() => URL.revokeObjectURL(address))
}

const onlyMarked =
  '@media print { body { visibility: hidden } [data-printed], [data-printed] * { visibility: visible; color: #000 } [data-printed] { position: fixed; inset: 2cm; background: #fff } }'

/** Prints what stands under `data-printed`, and nothing else of the page. */
export function printMarked(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(onlyMarked)
  document.adoptedStyleSheets.push(sheet)
  const restore = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
  addEventListener('afterprint', restore, { once: true })
  print()
}
