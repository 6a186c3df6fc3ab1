/** Access tokens may expire. */
export const tokenExpiry = (): readonly string[] => [
  'alter table access_tokens add column expires_at timestamptz',
]
