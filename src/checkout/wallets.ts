import type { CoinCode } from '../coins/index.ts'

/** Wallets whose published source code reads payment links, by coin, best known first. */
export const walletsByCoin: Readonly<Record<CoinCode, readonly string[]>> = {
  BTC: ['Edge', 'Cake Wallet', 'Exodus', 'Electrum (before 4.8)'],
  BCH: ['Electron Cash', 'Paytaca', 'Edge', 'Exodus', 'Flowee Pay'],
  BSV: ['ElectrumSV', 'Edge'],
  DASH: ['Dash Wallet', 'Edge'],
  LTC: ['Edge', 'Cake Wallet'],
  DOGE: ['Edge'],
}

/** Wallets that let the user choose among several coins. */
export const multiCoinWallets: readonly string[] = ['Edge', 'Cake Wallet', 'Exodus', 'Paytaca']
