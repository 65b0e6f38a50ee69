export function ProfileScreen() {
  return null
}

export function OwnProfileScreen() {
  return null
}
