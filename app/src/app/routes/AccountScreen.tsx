export function AccountScreen() {
  return null
}
