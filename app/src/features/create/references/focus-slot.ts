/** @param place from 1 */
export function focusSlot(place: number): void {
  document.querySelector<HTMLElement>(`dialog [data-slot="${place}"]`)?.focus()
}
