/** Another process applied this block first; its effects are already written. */
export class FollowerConflictError extends Error {
  override readonly name = 'FollowerConflictError'
}
