export const securityPath = '/dashboard/settings/security'
export const passkeysPath = `${securityPath}/passkeys`
