/** Anchors Merkle roots of events in a coin's chain. The implementation is in event-proofs/, because it needs a wallet and a network. */
export const blockchain = {
  name: 'blockchain',
  isQueued: false,
  requiredSettings: ['BLOCKCHAIN_COIN', 'BLOCKCHAIN_KEY'],
} as const
