/** Under which post comments stand, and who reads them. */
export interface CommentHost {
  postId: string
  creatorId: string
  /** `null` for a visitor. */
  me: { id: string; displayName: string; username: string | null; avatarUrl: string | null } | null
  /** Whom the author lets comment: for a visitor, whether it is everyone. */
  isOpen: boolean
  canComment: boolean
}
