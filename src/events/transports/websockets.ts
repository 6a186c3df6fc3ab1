/** `GET /ws`. The implementation is in event-streams/, because it checks who may see what. */
export const websockets = { name: 'websockets', queued: false, requiredSettings: [] } as const
