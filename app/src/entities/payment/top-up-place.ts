/** « Juste ce qu'il manque »: a sheet over the form that is short of credits, in the address, so that reloading keeps it. */
import { toSearch } from '#navigation/paths.ts'
import { changeSearch, getPlace } from '#navigation/place.ts'

const left = { missing: undefined, pay: undefined }

export function openTopUp(missing: number): void {
  changeSearch({ missing: String(missing), pay: undefined }, { state: { ...getPlace().state, openedTopUp: true } })
}

/** Back to the form as it was. */
export function closeTopUp(): void {
  if (getPlace().state.openedTopUp) history.back()
  else changeSearch(left, { replace: true, state: getPlace().state })
}

/** Of which payment it waits for; `undefined` to choose again. */
export function followInTopUp(payment: string | undefined): void {
  changeSearch({ pay: payment }, { replace: true, state: getPlace().state })
}

/** The form underneath: where somebody goes on who has closed the page meanwhile. */
export function placeUnderTopUp(): string {
  const { pathname, search } = getPlace()
  return `${pathname}${toSearch({ ...search, ...left })}`
}
