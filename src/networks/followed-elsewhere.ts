/** Another process was quicker with this block: what it meant is written already. */
export class FollowedElsewhere extends Error {
  override readonly name = 'FollowedElsewhere'
}
