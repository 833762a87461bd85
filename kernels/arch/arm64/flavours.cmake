# SPDX-License-Identifier: GPL-2.0-or-later
# exclusives first: every core has them, and what is compiled without a word about it gets them
foliolab_flavours("" llsc "")
foliolab_flavours(_lse lse ARCH_LSE -march=armv8-a+lse)
