"""Electrum's own wallet, of 4.3.4 as in Debian, pays a request of BIP70 in BTC on regtest.

Answers the calls of a test, a line of JSON each: see serve.js. It never looks for a server: what its coins are it is told.
"""

import asyncio
import json
import sys
import tempfile
from types import SimpleNamespace

from electrum import constants, paymentrequest
from electrum.mnemonic import Mnemonic
from electrum.network import Network
from electrum.simple_config import SimpleConfig
from electrum.transaction import PartialTxOutput, Transaction
from electrum.util import create_and_start_event_loop, parse_URI
from electrum.wallet import restore_wallet_from_text

# Electrum prints what it was answered: the lines on standard output are ours.
answers, sys.stdout = sys.stdout, sys.stderr

constants.set_regtest()
# It asks the network for nothing but the proxy to go through.
Network.get_instance = staticmethod(lambda: SimpleNamespace(proxy=None))


class Methods:
    def __init__(self, folder):
        self.config = SimpleConfig({"electrum_path": folder, "regtest": True})
        self.wallet = self.request = self.transaction = None

    def open(self):
        """A new wallet, kept in memory; its address."""
        seed = Mnemonic("en").make_seed(seed_type="segwit")
        self.wallet = restore_wallet_from_text(seed, path=None, config=self.config, gap_limit=1)["wallet"]
        return self.wallet.get_receiving_address()

    def receive(self, transaction):
        """Tells the wallet of a transaction that pays it; what it holds, in base units."""
        received = Transaction(transaction)
        self.wallet.adb.add_transaction(received, allow_unrelated=False)
        return sum(self.wallet.get_balance())

    def trust(self, file):
        """A file of PEM with the authorities that the wallet trusts, in the place of the system's."""
        paymentrequest.ca_path = file
        paymentrequest.ca_list = None

    async def fetch(self, uri):
        """Fetches and checks the request of a `bitcoin:` URI, as the Send tab does."""
        self.request = await paymentrequest.get_payment_request(parse_URI(uri)["r"])
        verified = self.request.verify(contacts=None)
        if not verified:
            raise Exception(self.request.error)
        return {
            "requestor": self.request.get_requestor(),
            "status": self.request.get_verify_status(),
            "memo": self.request.get_memo(),
            "amount": self.request.get_amount(),
            "address": self.request.get_address(),
            "expired": bool(self.request.has_expired()),
        }

    def sign(self, fee):
        """Signs a transaction that pays the request."""
        return self.build(self.request.get_outputs(), fee)

    def send(self, uri, fee):
        """Signs a transaction that pays the address of a `bitcoin:` URI, as newer versions do: they know no requests."""
        parsed = parse_URI(uri)
        return self.build([PartialTxOutput.from_address_and_value(parsed["address"], parsed["amount"])], fee)

    def build(self, outputs, fee):
        self.transaction = self.wallet.make_unsigned_transaction(
            coins=self.wallet.get_spendable_coins(nonlocal_only=False),
            outputs=outputs,
            fee=fee,
        )
        self.wallet.sign_transaction(self.transaction, None)
        if not self.transaction.is_complete():
            raise Exception("it is not fully signed")
        return {"txid": self.transaction.txid(), "signed": self.transaction.serialize()}

    async def pay(self):
        """Sends it; the memo of the PaymentACK."""
        refund = self.wallet.get_receiving_address()
        sent, memo = await self.request.send_payment_and_receive_paymentack(self.transaction.serialize(), refund)
        if not sent:
            raise Exception(memo)
        return memo


def main():
    # As its command line does: network and wallet live on a loop in a thread of their own.
    loop, stopped, thread = create_and_start_event_loop()
    with tempfile.TemporaryDirectory() as folder:
        methods = Methods(folder)
        for line in sys.stdin:
            call = json.loads(line)
            print(json.dumps({"id": call["id"], **answer(methods, call, loop)}), file=answers, flush=True)
    loop.call_soon_threadsafe(stopped.set_result, None)
    thread.join()


def answer(methods, call, loop):
    try:
        result = getattr(methods, call["method"])(**call["params"])
        if asyncio.iscoroutine(result):
            result = asyncio.run_coroutine_threadsafe(result, loop).result()
        return {"result": result}
    except Exception as error:
        return {"error": {"name": type(error).__name__, "message": str(error)}}


main()
