/**
 * The active codes of ISO 4217 (list one, funds codes included, as of 2026: EUR replaced BGN, XCG replaced ANG, ZWG replaced ZWL), grouped
 * by minor unit. Codes that begin with X are not accepted: metals, XDR, XTS and XXX, but also the currencies XAF, XCD, XCG, XOF and XPF.
 */
const codesByMinorUnits: readonly (readonly [minorUnits: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY
    COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
    INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR
    MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP
    STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST YER ZAR ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]

/** The number of decimals an amount may have, by currency code: USD 2, JPY 0, KWD 3. */
export const currencies: ReadonlyMap<string, number> = new Map(
  codesByMinorUnits.flatMap(([minorUnits, codes]) =>
    codes.split(/\s+/).map((code) => [code, minorUnits] as const),
  ),
)

/** The decimals of a currency, or undefined if the code is not an active one in upper case. */
export const getMinorUnits = (code: string): number | undefined => currencies.get(code)
