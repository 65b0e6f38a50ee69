export function AreaScreen() {
  return null
}
