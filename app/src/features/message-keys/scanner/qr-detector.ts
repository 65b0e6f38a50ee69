/** Reads QR codes: by the browser where it can, else by a library that comes when it is wanted. */

interface Detector {
  detect: (image: ImageBitmapSource) => Promise<{ rawValue: string }[]>
}

type DetectorClass = (new (options: { formats: ['qr_code'] }) => Detector) & {
  getSupportedFormats: () => Promise<readonly string[]>
}

let detector: Promise<Detector> | undefined

/** The text of the first code in the picture; null where there is none. */
export async function readQr(image: ImageBitmapSource): Promise<string | null> {
  detector ??= findDetector()
  const [found] = await (await detector).detect(image)
  return found?.rawValue ?? null
}

async function findDetector(): Promise<Detector> {
  const { BarcodeDetector: own } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = (await own?.getSupportedFormats().catch(() => [])) ?? []
  const Known = own && formats.includes('qr_code') ? own : (await import('qr/decode.js')).BarcodeDetector
  return new Known({ formats: ['qr_code'] })
}
