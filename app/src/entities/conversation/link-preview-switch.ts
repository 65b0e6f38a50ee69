/** Whether links of ours are sent with a preview. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const storageKey = 'cortexia.link-previews'
const switched = createStore<{ isOn: boolean }>()(() => ({ isOn: localStorage.getItem(storageKey) === 'true' }))

export function chooseLinkPreviews(isOn: boolean): void {
  localStorage.setItem(storageKey, String(isOn))
  switched.setState({ isOn })
}

/** Off until somebody wants it: each device its own way. */
export function useLinkPreviews(): boolean {
  return useStore(switched, ({ isOn }) => isOn)
}
