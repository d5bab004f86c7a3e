// Amounts of a price list as the API takes them, and back: node amounts.mjs
import { format, toDecimal, toMinor } from "@cauris/sdk";

for (const [price, currency] of [
  ["5000", "XOF"],
  ["12.50", "EUR"],
  ["1.234", "KWD"],
]) {
  const minor = toMinor(price, currency);
  console.log(
    `${price} ${currency} = ${minor} minor units = ${toDecimal(minor, currency)}: ${format(minor, currency)}`,
  );
}

// Never the product of a computer's number: 19.99 * 100 is 1998.9999999999998.
const total = 3n * BigInt(toMinor("19.99", "EUR"));
console.log(`3 x 19.99 EUR = ${toDecimal(total, "EUR")}`);

try {
  toMinor("12.5", "XOF");
} catch (error) {
  console.log(`refused: ${error.message}`);
}
