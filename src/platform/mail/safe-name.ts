/** Longer names are truncated. */
const maxNameLength = 80
/** Matches text that email clients turn into a link: a scheme, an email address, `www.`, or a host such as evil.example or 192.0.2.1. */
const addressPattern = /:\/\/|@|www\.|[\p{L}\p{M}\p{N}\p{So}_-][.。](\p{L}[\p{L}\p{M}\p{N}-]|\d+\.\d)/iu

/**
 * An account's display name, on one line, for an email to a stranger. Null if it is empty or contains a web or email address: users choose
 * their own names, and our emails must not link to an address that someone else chose.
 */
export function toSafeName(text: string): string | null {
  const name = text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength)
  // NFKC also covers other forms of the same characters, such as full-width ones.
  return name === '' || addressPattern.test(name.normalize('NFKC')) ? null : name
}
