/** `GET /ws`; what speaks it is in event-streams/, for it has to know who may see what. */
export const websockets = { name: 'websockets', queued: false, needs: [] } as const
