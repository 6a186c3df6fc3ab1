"""Pays BIP70 requests in BTC on regtest with Electrum's own wallet (4.3.4, as in Debian).

Handles a test's calls, one line of JSON each: see serve.js. It never connects to a server: the test supplies its coins.
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

# Electrum prints responses to standard output, which carries ours.
responses, sys.stdout = sys.stdout, sys.stderr

constants.set_regtest()
# Electrum only asks the network object for its proxy.
Network.get_instance = staticmethod(lambda: SimpleNamespace(proxy=None))


class Methods:
    def __init__(self, folder):
        self.config = SimpleConfig({"electrum_path": folder, "regtest": True})
        self.wallet = self.request = self.transaction = None

    def open(self):
        """Creates an in-memory wallet and returns its address."""
        seed = Mnemonic("en").make_seed(seed_type="segwit")
        self.wallet = restore_wallet_from_text(seed, path=None, config=self.config, gap_limit=1)["wallet"]
        return self.wallet.get_receiving_address()

    def receive(self, transaction):
        """Adds a transaction that pays the wallet, and returns its balance in base units."""
        received = Transaction(transaction)
        self.wallet.adb.add_transaction(received, allow_unrelated=False)
        return sum(self.wallet.get_balance())

    def trust(self, file):
        """Replaces the system's trusted CAs with those in a PEM file."""
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
        """Signs a transaction that pays the address of a `bitcoin:` URI, as newer versions do, which don't support requests."""
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
            raise Exception("the transaction is not fully signed")
        return {"txid": self.transaction.txid(), "signed": self.transaction.serialize()}

    async def pay(self):
        """Submits the transaction and returns the memo of the PaymentACK."""
        refund = self.wallet.get_receiving_address()
        sent, memo = await self.request.send_payment_and_receive_paymentack(self.transaction.serialize(), refund)
        if not sent:
            raise Exception(memo)
        return memo


def main():
    # As in Electrum's command line, network and wallet run on an event loop in their own thread.
    loop, stopped, thread = create_and_start_event_loop()
    with tempfile.TemporaryDirectory() as folder:
        methods = Methods(folder)
        for line in sys.stdin:
            call = json.loads(line)
            print(json.dumps({"id": call["id"], **run(methods, call, loop)}), file=responses, flush=True)
    loop.call_soon_threadsafe(stopped.set_result, None)
    thread.join()


def run(methods, call, loop):
    try:
        result = getattr(methods, call["method"])(**call["params"])
        if asyncio.iscoroutine(result):
            result = asyncio.run_coroutine_threadsafe(result, loop).result()
        return {"result": result}
    except Exception as error:
        return {"error": {"name": type(error).__name__, "message": str(error)}}


main()
