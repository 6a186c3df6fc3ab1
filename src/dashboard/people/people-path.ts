export const peoplePath = '/dashboard/people'
