import type { Path } from './paths.ts'

let preloader: (path: Path) => void = () => undefined

/** The router says how a screen is fetched; links only know their path. */
export function setPreloader(next: (path: Path) => void): void {
  preloader = next
}

export function preload(path: Path): void {
  preloader(path)
}
