#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# guest.sh CPU SYSROOT PROGRAM SCRIPT: boots an emulated arm64 machine with that CPU, in which SCRIPT
# is run with PROGRAM as /foliolab, and prints what the script prints. Each instruction takes one
# nanosecond there and the PMU counts them exactly. Exit status: the script's; 77 where there is no
# emulator.
set -u
LC_ALL=C
export LC_ALL

if [ $# -ne 4 ]; then
	echo 'usage: guest.sh CPU SYSROOT PROGRAM SCRIPT' >&2
	exit 2
fi
cpu=$1 sysroot=$2 program=$3 script=$4
for tool in qemu-system-aarch64 cpio readelf timeout; do
	command -v $tool >/dev/null && continue
	echo "skipped: no $tool: apt-get install qemu-system-arm cpio binutils" >&2
	exit 77
done

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
root=$work/root
mkdir -p "$root/bin" "$root/lib/aarch64-linux-gnu" "$root/proc" "$root/sys" "$root/dev" "$root/tmp"
cp "$sysroot/root/bin/busybox" "$root/bin/busybox"
cp "$program" "$root/foliolab"
cp "$script" "$root/script"

# needed FILE: the shared libraries that it and those in turn ask for
needed() {
	readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | while read -r name; do
		[ ! -e "$root/lib/aarch64-linux-gnu/$name" ] || continue
		for folder in lib/aarch64-linux-gnu usr/lib/aarch64-linux-gnu; do
			[ -e "$sysroot/root/$folder/$name" ] || continue
			cp -L "$sysroot/root/$folder/$name" "$root/lib/aarch64-linux-gnu/$name"
			needed "$root/lib/aarch64-linux-gnu/$name"
			break
		done
	done
}
needed "$program"
cp -L "$sysroot/root/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1" "$root/lib/ld-linux-aarch64.so.1"

cat >"$root/init" <<'END'
#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mount -t tmpfs tmpfs /tmp
cd /tmp
echo GUEST-BEGINS
sh /script
echo "GUEST-STATUS $?"
poweroff -f
END
chmod +x "$root/init"
(cd "$root" && find . | cpio --quiet -o -H newc) >"$work/initramfs" || exit 1

timeout 300 qemu-system-aarch64 -M virt -cpu "$cpu" -smp 1 -m 1024 -icount shift=0 -nographic -no-reboot \
	-kernel "$sysroot/Image" -initrd "$work/initramfs" \
	-append 'console=ttyAMA0 quiet loglevel=1 panic=-1 norandmaps' </dev/null >"$work/console" 2>&1
tr -d '\r' <"$work/console" | sed -n '/^GUEST-BEGINS$/,/^GUEST-STATUS /p' | sed -e '/^GUEST-/d'
status=$(tr -d '\r' <"$work/console" | sed -n 's/^GUEST-STATUS //p')
if [ -z "$status" ]; then
	tail -n 40 "$work/console" >&2
	echo 'guest.sh: the guest did not come to its end: see above' >&2
	exit 1
fi
exit "$status"
