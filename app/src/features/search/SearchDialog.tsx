export function SearchDialog({ onClose }: { onClose: () => void }) {
  return <button onClick={onClose}>x</button>
}
