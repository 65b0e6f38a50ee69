export function EditProfileDialog({ onClose }: { onClose: () => void }) {
  return <button onClick={onClose}>x</button>
}
