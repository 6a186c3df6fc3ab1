/** `GET /ws`. The implementation is in event-streams/, because it needs access control. */
export const websockets = { name: 'websockets', isQueued: false, requiredSettings: [] } as const
