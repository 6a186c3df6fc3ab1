/** Roots of events in a coin's chain. What makes them is in event-proofs/, for it pays with a wallet and needs a network. */
export const blockchain = {
  name: 'blockchain',
  queued: false,
  needs: ['BLOCKCHAIN_COIN', 'BLOCKCHAIN_KEY'],
} as const
