import type { Transaction, TransactionOutput } from '../../coins/coin.ts'
import { createRejection, type MempoolRejection } from './rejection.ts'
import { maxTokenAmount, splitOutput, type Token } from './script/tokens.ts'

/** MAX_CONSENSUS_COMMITMENT_LENGTH of Bitcoin Cash Node 28. */
const maxCommitmentBytes = 40

/** Tokens that the outputs may still use. */
interface Supply {
  /** Fungible units of each spent category. */
  readonly amounts: Map<string, bigint>
  /** Fungible units of each category created here: the ids of transactions whose output 0 is spent. */
  readonly created: Map<string, bigint>
  readonly minting: Set<string>
  readonly mutable: Map<string, number>
  /** By category and commitment. */
  readonly immutable: Map<string, number>
}

/** Checks that the tokens a BCH transaction creates come from those it spends (`CheckTxTokens`). */
export function checkTokens(
  { inputs, outputs }: Pick<Transaction, 'inputs' | 'outputs'>,
  spentOutputs: readonly Pick<TransactionOutput, 'script'>[],
): MempoolRejection | null {
  const listTokens = (list: readonly Pick<TransactionOutput, 'script'>[]) =>
    list.map(({ script }) => splitOutput(script).token).filter((token) => token !== null)
  const supply: Supply = {
    amounts: new Map(),
    created: new Map(inputs.filter(({ vout }) => vout === 0).map(({ txid }) => [txid, 0n])),
    minting: new Set(),
    mutable: new Map(),
    immutable: new Map(),
  }
  for (const token of listTokens(spentOutputs)) {
    const rejection = checkCommitment(token) ?? addToSupply(supply, token)
    if (rejection) return rejection
  }
  for (const token of listTokens(outputs)) {
    const rejection = checkCommitment(token) ?? spendAmount(supply, token) ?? spendNft(supply, token)
    if (rejection) return rejection
  }
  return null
}

function checkCommitment(token: Token): MempoolRejection | null {
  const bytes = token.nft?.commitment.length ?? 0
  if (bytes <= maxCommitmentBytes) return null
  const detail = `CheckTokenData: token ${describe(token)} has nft commitment that is oversized ${bytes}`
  return createRejection('bad-txns-token-commitment-oversized', detail)
}

function addToSupply(
  { amounts, minting, mutable, immutable }: Supply,
  token: Token,
): MempoolRejection | null {
  const { category, amount, nft } = token
  const sum = (amounts.get(category) ?? 0n) + amount
  if (sum > maxTokenAmount) return createRejection('bad-txns-token-amount-overflow')
  amounts.set(category, sum)
  if (nft?.capability === 'minting') minting.add(category)
  else if (nft?.capability === 'mutable') mutable.set(category, (mutable.get(category) ?? 0) + 1)
  else if (nft) immutable.set(getNftKey(token), (immutable.get(getNftKey(token)) ?? 0) + 1)
  return null
}

function spendAmount({ amounts, created }: Supply, token: Token): MempoolRejection | null {
  const { category, amount } = token
  const [remaining, sum] = [amounts.get(category), created.get(category)]
  if (sum !== undefined) {
    if (sum + amount > maxTokenAmount) return createRejection('bad-txns-token-amount-overflow')
    created.set(category, sum + amount)
    return null
  }
  if (remaining === undefined) return createRejection('bad-txns-token-invalid-category')
  if (amount > remaining) {
    const detail = `CheckTxTokens: token (${describe(token)}) value in < value out`
    return createRejection('bad-txns-token-in-belowout', detail)
  }
  amounts.set(category, remaining - amount)
  return null
}

/** An immutable NFT is passed on unchanged, a mutable one may be changed, and a minting one creates any NFTs of its category. */
function spendNft({ created, minting, mutable, immutable }: Supply, token: Token): MempoolRejection | null {
  const { category, nft } = token
  if (!nft || created.has(category)) return null
  if (nft.capability === 'none' && decrement(immutable, getNftKey(token))) return null
  if (nft.capability !== 'minting' && decrement(mutable, category)) return null
  if (minting.has(category)) return null
  const detail = `CheckTxTokens: token (${describe(token)}) nft output cannot be created out of thin air`
  return createRejection('bad-txns-token-nft-ex-nihilo', detail)
}

function decrement(counts: Map<string, number>, key: string): boolean {
  const remaining = counts.get(key) ?? 0
  if (remaining > 0) counts.set(key, remaining - 1)
  return remaining > 0
}

const formatCommitment = ({ nft }: Token): string => Buffer.from(nft?.commitment ?? []).toString('hex')
const getNftKey = (token: Token): string => `${token.category}:${formatCommitment(token)}`

/** `OutputData::ToString` */
function describe(token: Token): string {
  const commitment = formatCommitment(token).slice(0, 30)
  const bitfield = token.bitfield.toString(16)
  return `token::OutputData(id=${token.category.slice(0, 30)}, bitfield=${bitfield}, amount=${token.amount}, commitment=${commitment})`
}
