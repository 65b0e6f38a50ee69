/** Which of several pictures of a creation is looked at: the stage shows it, the buttons under it act on it. */
import { create } from 'zustand'

import type { CreatedImage, Creation } from '#entities/generation/creation.ts'

const useChosen = create<{ key: string | null; place: number }>()(() => ({ key: null, place: 0 }))

export function chooseImage(key: string, place: number): void {
  useChosen.setState({ key, place })
}

export function useChosenImage({ key, images }: Creation): { image: CreatedImage | undefined; place: number } {
  const chosen = useChosen()
  const place = chosen.key === key && images[chosen.place] ? chosen.place : 0
  return { image: images[place], place }
}
